const { resolve } = createResolver(import.meta.url)

export default defineFwConfig({
  bundler1: {
    resolve: { alias: { parts: createResolver(import.meta.url).resolve('components') } },
  },
  serverEngine: { publicAssets: [{ dir: createResolver(import.meta.url).resolve('assets') }] },
  myModule: { dir: resolve('components'), file: resolve('components', 'A.vue') },
})
