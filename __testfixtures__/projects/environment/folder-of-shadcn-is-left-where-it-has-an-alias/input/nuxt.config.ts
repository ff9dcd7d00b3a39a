export default defineNuxtConfig({
  modules: ['shadcn-nuxt'],
});
