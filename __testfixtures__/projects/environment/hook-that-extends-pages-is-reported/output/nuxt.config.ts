export default defineNuxtConfig({
  hooks: {
    'pages:extend'(pages) {
      pages.push({ name: 'home', path: '/home', file: '~/pages/index.vue' });
    },
  },
});
