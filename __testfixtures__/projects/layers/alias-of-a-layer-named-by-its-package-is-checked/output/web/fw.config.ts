export default defineFwConfig({ extends: ['@acme/ui'] })
