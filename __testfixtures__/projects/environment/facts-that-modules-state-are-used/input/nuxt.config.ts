export default defineNuxtConfig({
  modules: ['@acme/feed', '@acme/broken', '@acme/greedy'],
  acmeFeed: {
    polling: true,
    limit: 10,
    origin: 'https://feeds.acme.example',
  },
  ssr: false,
})
