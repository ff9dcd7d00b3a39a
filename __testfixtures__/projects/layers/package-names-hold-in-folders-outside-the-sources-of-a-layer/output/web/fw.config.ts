export default defineFwConfig({ extends: ['@acme/event'] })
