export default defineFwConfig({
  experimental: { compileTemplate: false },
  build: { templates: [{ src: '~~/templates/options.ts', filename: 'options.ts' }] },
})
