export default {
  ssr: true,
}
