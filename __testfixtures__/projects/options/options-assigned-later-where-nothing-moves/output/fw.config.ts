const config = defineFwConfig({
  css: ['~/assets/b.css'],
  dir: { pages: 'views', app: 'app' },
  serverEngine: {
    prerender: {
      routes: [
        '/',
        // All pages of the shop.
        '/shop',
        '/cart',
      ],
      ignore: ['/x'],
    },
  },
  srcDir: '.',
})

// The list of the shop.
config.css = ['~/server/a.css', '~/assets/local.css']
config.dir.layouts = 'frames'
config['plugins'] = ['~/plugins/x.ts']

if (process.env.CI) {
  config.css = ['~/server/ci.css']
  config.dir.pages = 'pages'
}

Object.assign(config, { watch: ['server/a.css'] })

export default config
