export default defineFwConfig({
  srcDir: 'src',
  ssr: true,
  generate: {
    interval: 10,
  },
  experimental: { typedPages: true },
  transformer1: { options: { target: 'esnext' } },
  typescript: { tsConfig: {}, hoist: ['a'] },
  bundler1: { root: '~/' },
  serverEngine: { prerender: { routes: ['/a'], ignore: ['/b'] } },
})
