export default defineNuxtConfig({
  modules: ['@acme/nuxt-gallery'],
});
