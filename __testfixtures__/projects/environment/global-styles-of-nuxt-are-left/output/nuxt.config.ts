export default defineNuxtConfig({
  css: ['~/assets/main.css'],
});
