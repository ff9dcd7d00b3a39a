export default defineNuxtConfig({
  extends: ['./base'],
  modules: ['./modules/theme/index.ts'],
});
