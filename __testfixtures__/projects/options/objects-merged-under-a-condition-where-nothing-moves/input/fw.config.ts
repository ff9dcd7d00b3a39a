import { defu } from 'defu'

const preview = process.env.PREVIEW

export default defineFwConfig(
  defu(
    preview && { css: ['/assets/a.css'], generate: { routes: ['/preview'] } },
    { modules: ['~/modules/shop'], generate: { routes: ['/'] } },
    preview ? { dir: { pages: 'views' } } : undefined,
  ),
)
