export default defineFwConfig({
  build: { transpile: ['~/lib/a'] },
  module: { build: { templates: [{ src: '~/lib/a' }] } },
})
