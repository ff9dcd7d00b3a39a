export default defineNuxtConfig({
  vite: { devBundler: 'legacy' },
});
