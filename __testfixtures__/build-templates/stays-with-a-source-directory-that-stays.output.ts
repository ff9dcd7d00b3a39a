export default defineFwConfig({
  srcDir: 'src',
  build: { templates: [{ src: './templates/a.ts', dst: 'a.ts' }] },
})
