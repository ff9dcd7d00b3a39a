export default defineFwConfig({
  $env: {
    staging: {
      future: { compatibilityVersion: 4 },
    },
  },
})
