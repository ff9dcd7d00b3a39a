export default defineNuxtConfig({
  modules: ['@pinia/nuxt'],
  components: ['./notes'],
  imports: { dirs: ['models/**'] },
})
