export default defineNuxtConfig({
  modules: ['@unocss/nuxt'],
});
