export default defineNuxtConfig({
  modules: ['@pinia/nuxt', '@nuxtjs/i18n'],
});
