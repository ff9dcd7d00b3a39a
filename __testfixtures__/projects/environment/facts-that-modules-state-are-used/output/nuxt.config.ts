export default defineNuxtConfig({
  modules: ['@acme/feed', '@acme/broken', '@acme/greedy'],
  acmeFeed: {
    most: 10,
    origin: 'https://feeds.acme.example',
  },
  ssr: false,
})
