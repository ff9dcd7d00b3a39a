export default defineFwConfig({
  future: {
    multiApp: true,
  },
})
