import { defu } from 'defu'

const preview = process.env.PREVIEW

export default defineFwConfig(
  defu(
    preview && { css: ['/assets/a.css'], serverEngine: { prerender: { routes: ['/preview'] } } },
    {
      modules: ['~~/modules/shop'],
      serverEngine: { prerender: { routes: ['/'] } },
      srcDir: '.',
      dir: { app: 'app' },
    },
    preview ? { dir: { pages: 'views' } } : undefined,
  ),
)
