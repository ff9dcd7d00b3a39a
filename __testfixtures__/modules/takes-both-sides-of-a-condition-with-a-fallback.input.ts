const pwa = process.env.PWA

export default defineFwConfig({
  srcDir: 'src',
  modules: [...(pwa && ['~/modules/pwa'] || []), ...((pwa && ['~/modules/a']) ?? ['~/modules/b'])],
})
