const config = defineFwConfig({
  css: ['~/assets/b.css'],
  dir: { pages: 'views' },
  generate: { exclude: ['/x'] },
  serverEngine: {
    prerender: {
      routes: [
        '/',
      ],
    },
  },
})

// The list of the shop.
config.css = ['~~/server/a.css', '~/assets/local.css']
config.dir.layouts = 'frames'
// All pages of the shop.
config.generate.routes = ['/shop', '/cart']
config['plugins'] = ['~/plugins/x.ts']

if (process.env.CI) {
  config.css = ['~~/server/ci.css']
  config.dir.pages = 'pages'
}

Object.assign(config, { watch: ['../server/a.css'] })

export default config
