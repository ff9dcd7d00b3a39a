export default defineNuxtConfig({
  extends: ['./base'],
  modules: ['@nuxt/fonts'],
});
