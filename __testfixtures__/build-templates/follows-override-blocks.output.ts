export default defineFwConfig({
  $test: { build: { templates: [{ src: '~~/mocks/a.ts', dst: 'a.ts' }] } },
})
