export default defineNuxtConfig({
  hooks: {
    'pages:resolved'(pages) {
      for (const page of pages) page.meta ||= {};
    },
  },
});
