export default defineFwConfig({ extends: ['..'] })
