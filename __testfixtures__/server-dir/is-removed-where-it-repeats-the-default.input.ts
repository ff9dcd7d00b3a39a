export default defineFwConfig({
  ssr: true,
  serverDir: './server', // the usual place
})
