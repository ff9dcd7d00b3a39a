export default defineFwConfig({ modules: ["~~/modules/theme"] })
