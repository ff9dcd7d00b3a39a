const pwa = process.env.PWA

export default defineFwConfig({
  srcDir: 'src',
  modules: [...(pwa && ['~~/src/modules/pwa'] || []), ...((pwa && ['~~/src/modules/a']) ?? ['~~/src/modules/b'])],
})
