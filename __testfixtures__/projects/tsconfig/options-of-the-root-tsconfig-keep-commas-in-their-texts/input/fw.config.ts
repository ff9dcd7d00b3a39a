export default defineFwConfig({
  ssr: true,
})
