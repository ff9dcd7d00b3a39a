export default defineNuxtConfig({
  modules: ['@pinia/nuxt', '@vueuse/nuxt'],
});
