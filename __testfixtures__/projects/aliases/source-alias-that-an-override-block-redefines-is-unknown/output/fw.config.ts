export default defineFwConfig({
  css: ['~/lib/base.css'],
  $production: {
    alias: { '~': '~~/prod' },
    css: ['~/main.css'],
  },
})
