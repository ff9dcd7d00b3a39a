export default defineFwConfig({
  srcDir: 'src',
  ignore: ['src/pages/**/_*.vue', 'src/server/legacy', 'docs/drafts'],
})
