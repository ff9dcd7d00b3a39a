export default defineFwConfig({ extends: ["./layers/a"] })
