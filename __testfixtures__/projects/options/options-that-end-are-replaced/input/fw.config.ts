export default defineFwConfig({
  srcDir: 'src',
  ssr: true,
  generate: {
    routes: ['/a'],
    exclude: ['/b'],
    interval: 10,
  },
  experimental: { templateUtils: true, typedPages: true },
  transformer2: { transform: { options: { target: 'es2020' } } },
  transformer1: { options: { target: 'esnext' } },
  typescript: { tsConfig: {}, hoist: ['a'] },
  bundler1: { root: '~/' },
})
