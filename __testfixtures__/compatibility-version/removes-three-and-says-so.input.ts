export default defineFwConfig({
  future: {
    multiApp: true,
    compatibilityVersion: 3,
  },
})
