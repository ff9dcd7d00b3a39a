// The storefront of a small shop, as it was with Nuxt 3.
export default defineNuxtConfig({
  dir: {
    pages: 'views', // our name for pages
    static: 'files',
  },
  css: ['~/assets/main.css', '~/brand/fonts.css'],
  modules: ['@nuxt/image'],
  generate: { routes: ['/imprint'] },
})
