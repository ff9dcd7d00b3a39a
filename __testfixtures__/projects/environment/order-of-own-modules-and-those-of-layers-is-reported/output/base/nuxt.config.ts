export default defineNuxtConfig({ modules: ['@pinia/nuxt'] });
