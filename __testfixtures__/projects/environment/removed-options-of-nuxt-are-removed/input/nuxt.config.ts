export default defineNuxtConfig({
  experimental: { polyfillVueUseHead: true, treeshakeClientOnly: true, payloadExtraction: true },
  generate: { routes: ['/about'] },
});
