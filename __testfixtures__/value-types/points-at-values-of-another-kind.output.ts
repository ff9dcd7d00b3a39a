export default defineFwConfig({
  ssr: 'false',
  css: '~/assets/main.css',
  srcDir: 1,
  devServer: { port: '3000' },
  modules: {},
})
