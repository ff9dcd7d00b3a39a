import { defu } from 'defu'

const preview = process.env.PREVIEW

export default defineFwConfig(
  defu(
    preview && { css: ['~/assets/a.css'], serverEngine: { prerender: { routes: ['/preview'] } } },
    { modules: ['~~/modules/shop'], serverEngine: { prerender: { routes: ['/'] } } },
    preview ? { dir: { pages: 'app/views' } } : undefined,
  ),
)
