export default defineFwConfig({
  build: { templates: [{ src: '~~/templates/options.ts', filename: 'options.ts' }] },
})
