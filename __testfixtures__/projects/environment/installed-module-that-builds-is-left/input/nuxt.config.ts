export default defineNuxtConfig({
  modules: ['@nuxtjs/i18n'],
});
