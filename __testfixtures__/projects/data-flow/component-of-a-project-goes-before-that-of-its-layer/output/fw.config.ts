export default defineFwConfig({ extends: ['./layers/l'] })
