export default defineNuxtConfig({
  hooks: {
    'builder:watch'(event, path) {
      console.log(event, path);
    },
  },
});
