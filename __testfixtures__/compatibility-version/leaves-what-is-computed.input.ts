export default defineFwConfig({
  future: {
    compatibilityVersion: Number(process.env.FW_COMPAT),
  },
})
