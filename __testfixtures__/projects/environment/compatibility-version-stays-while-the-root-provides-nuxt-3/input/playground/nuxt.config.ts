export default defineNuxtConfig({
  modules: ['../src/module'],
  future: { compatibilityVersion: 4 },
});
