export default defineFwConfig({
  modules: [
    '@scope/pkg',
    process.env.CI ? '~~/modules/ci' : '~~/modules/local',
    ...extraModules(),
  ],
})
