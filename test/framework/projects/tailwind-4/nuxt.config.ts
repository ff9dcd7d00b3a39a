import tailwindcss from '@tailwindcss/vite'

export default defineNuxtConfig({
  compatibilityDate: '2025-01-01',
  css: ['~/assets/css/main.css'],
  devtools: { enabled: false },
  // The versions of the bundler shorten styles in different ways.
  vite: { build: { cssMinify: false }, plugins: [tailwindcss()] },
})
