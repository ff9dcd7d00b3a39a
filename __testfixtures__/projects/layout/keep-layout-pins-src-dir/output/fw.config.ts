export default defineFwConfig({
  ssr: true,
  modules: ['~~/modules/stats'],
  css: ['~/assets/main.css', './styles/base.css'],
  srcDir: '.',
  dir: { app: 'app' },
})
