export default defineNuxtConfig({
  extends: ['./base'],
  modules: ['@pinia/nuxt'],
});
