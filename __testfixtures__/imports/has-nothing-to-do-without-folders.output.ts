export default defineFwConfig({ imports: { scan: false, global: true } })
