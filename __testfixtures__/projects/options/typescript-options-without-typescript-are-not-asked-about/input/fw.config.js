export default defineFwConfig({ typescript: { hoist: ['vue'], tsConfig: { compilerOptions: { strict: true } } } })
