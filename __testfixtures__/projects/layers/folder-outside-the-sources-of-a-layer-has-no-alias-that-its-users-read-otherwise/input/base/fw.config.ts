export default defineFwConfig({ alias: { '#base': __dirname } })
