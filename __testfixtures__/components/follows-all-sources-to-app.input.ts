export default defineFwConfig({
  srcDir: 'src',
  components: ['~/components', './widgets', { path: '~~/src/blocks' }, '~~/packages/ui'],
})
