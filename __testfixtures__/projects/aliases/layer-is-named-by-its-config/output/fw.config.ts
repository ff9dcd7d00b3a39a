export default defineFwConfig({ extends: ['./layers/01-base'] })
