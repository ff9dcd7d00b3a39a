export default defineFwConfig({
  runtimeConfig: { apiKey: '', public: { srcDir: 'x' } },
  serverEngine: { experimental: { wasm: true }, target: 'x' },
  bundler1: { mode: 'x', pluggins: [] },
  hooks: { 'build:done': () => {} },
  i18n: { head: true },
  appConfig: { dirr: 1 },
})
