export default defineFwConfig({ extends: ['./layers/base'] })
