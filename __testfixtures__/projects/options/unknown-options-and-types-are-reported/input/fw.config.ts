export default defineFwConfig({
  srcDir: 'src',
  features: { devLog: true },
  ssr: 'yes',
  buildModules: [],
  pwa: { srcDir: 'src/worker', icon: '~/icon.png' },
})
