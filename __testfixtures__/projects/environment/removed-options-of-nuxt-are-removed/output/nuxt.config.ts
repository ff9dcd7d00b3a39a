export default defineNuxtConfig({
  experimental: { payloadExtraction: true },
  nitro: { prerender: { routes: ['/about'] } },
});
