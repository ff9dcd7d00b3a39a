export default defineFwConfig({
  builder: process.env.BUILDER,
  server: { builder: 'bundler2' },
  typescript: { builder: 'bundler2' },
})
