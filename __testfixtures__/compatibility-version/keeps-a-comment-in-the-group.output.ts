export default defineFwConfig({
  future: {
    // see the upgrade notes in docs/upgrade.md
  },
})
