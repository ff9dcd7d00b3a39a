export default defineFwConfig({
  srcDir: 'src',
  components: ['~/components', '~/widgets', { path: '~/blocks' }, '~~/packages/ui'],
})
