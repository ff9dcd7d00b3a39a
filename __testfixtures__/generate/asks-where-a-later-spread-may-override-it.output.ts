export default {
  generate: { routes: ['/a'] },
  ...rest,
}
