export default defineNuxtConfig({
  modules: ['shadcn-nuxt'],
  shadcn: { componentDir: 'app/components/ui' },
});
