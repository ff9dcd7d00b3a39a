import cfg from './config/paths'

export default defineFwConfig({ dir: cfg.dir, css: cfg.css, serverEngine: { prerender: { routes: ['/y'], ignore: ['/x'] } } })
