const config = defineFwConfig({
  css: ['/assets/a.css'],
  modules: ['~~/modules/shop'],
})

// The shop calls its pages views.
config.dir ??= { pages: 'views' }
config.generate ??= { routes: ['/shop'] }
config.css ||= ['~/assets/b.css']
config.modules &&= ['~~/modules/shop', 'some-module']
if (process.env.CI) config.plugins ??= ['~/plugins/p.ts']

export default config
