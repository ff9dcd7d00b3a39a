const config = defineFwConfig({
  css: ['~/assets/b.css'],
  dir: { pages: 'app/views' },
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
})

// The list of the shop.
config.css = ['~~/server/a.css', '~/assets/local.css']
config.dir.layouts = 'app/frames'
config['plugins'] = ['~/plugins/x.ts']

if (process.env.CI) {
  config.css = ['~~/server/ci.css']
  config.dir.pages = 'app/pages'
}

Object.assign(config, { watch: ['../server/a.css'] })

export default config
