export default defineFwConfig({ alias: { '~': __dirname } })
