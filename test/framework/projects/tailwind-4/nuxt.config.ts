import tailwindcss from '@tailwindcss/vite'

export default defineNuxtConfig({
  compatibilityDate: '2025-01-01',
  css: ['~/assets/css/main.css'],
  devtools: { enabled: false },
  // Each version shortens styles in its own way.
  postcss: { plugins: { autoprefixer: false, cssnano: false } },
  vite: { build: { cssMinify: false }, plugins: [tailwindcss()] },
})
