export default defineFwConfig({ alias: { '#theme': __dirname + '/theme' } })
