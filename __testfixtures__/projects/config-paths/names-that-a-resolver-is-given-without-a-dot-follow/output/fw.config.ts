const { resolve } = createResolver(import.meta.url)

export default defineFwConfig({
  bundler1: {
    resolve: { alias: { parts: createResolver(import.meta.url).resolve('app/components') } },
  },
  serverEngine: { publicAssets: [{ dir: createResolver(import.meta.url).resolve('app/assets') }] },
  myModule: { dir: resolve('app/components'), file: resolve('app/components', 'A.vue') },
})
