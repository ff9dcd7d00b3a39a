const config = defineFwConfig({
  css: ['/assets/a.css'],
  modules: ['~~/modules/shop'],
  serverEngine: { prerender: { routes: ['/shop'] } },
})

// The shop calls its pages views.
config.dir ??= { pages: 'app/views' }
config.css ||= ['~/assets/b.css']
config.modules &&= ['~~/modules/shop', 'some-module']
if (process.env.CI) config.plugins ??= ['~/plugins/p.ts']

export default config
