import * as cfg from './config/paths'

const settings = { dir: { pages: 'app/views' }, ssr: false }

export default defineFwConfig({
  dir: settings.dir,
  ssr: settings.ssr,
  css: cfg.css,
  serverEngine: { prerender: { routes: ['/y'] } },
})
