export default defineFwConfig({ modules: ['~~/../src/module'] })
