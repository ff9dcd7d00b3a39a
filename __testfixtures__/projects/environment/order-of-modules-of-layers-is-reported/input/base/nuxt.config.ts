export default defineNuxtConfig({ modules: ['@nuxt/image'] });
