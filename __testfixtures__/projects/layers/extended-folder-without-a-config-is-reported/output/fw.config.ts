export default defineFwConfig({ extends: ['./blog'] })
