const config = defineFwConfig({
  css: ['~/assets/a.css', '/assets/b.css'],
  modules: ['~~/modules/shop'],
  generate: { routes: ['/'] },
})

config.css.push('some-package/style.css')
config.css!.push('~~/server/s.css', '/assets/a.css')
if (process.env.CI) config.modules?.push('~~/modules/shop', 'some-module')
config.generate.routes.push('/shop')

export default config
