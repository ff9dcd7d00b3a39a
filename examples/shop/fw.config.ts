// The storefront of a small shop, as it was before the migration.
import { fileURLToPath } from 'node:url'
import { defineFwConfig } from 'fw/config'

export default defineFwConfig({
  // ---- Folders ----
  dir: {
    pages: 'views', // our name for pages
    static: 'files',
  },
  future: { compatibilityVersion: 3 },

  // ---- Sources ----
  css: ['~/assets/main.css', '~/brand/fonts.css'],
  alias: {
    '@ui': fileURLToPath(new URL('./components/ui', import.meta.url)),
  },
  modules: ['@fw/image', ['~/modules/search', { index: 'products' }]],
  watch: ['config/**/*.json'],

  // ---- Server ----
  serverHandlers: [{ route: '/health', handler: '~/server/health.ts' }],
  generate: {
    // Never linked, so the crawler does not find them.
    routes: ['/imprint', '/privacy'],
    exclude: ['/admin'],
  },

  experimental: {
    templateUtils: true,
    typedPages: true,
  },

  $production: {
    generate: { routes: ['/status'] },
  },
})
