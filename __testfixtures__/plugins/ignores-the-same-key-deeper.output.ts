export default defineFwConfig({
  bundler1: { plugins: ['~/lib/a'] },
  cssProcessor: { plugins: { 'postcss-x': { path: '~/lib/b' } } },
  serverEngine: { plugins: ['~/lib/c'] },
})
