export default defineFwConfig({
  srcDir: 'src',
  ignore: ['app/pages/**/_*.vue', 'server/legacy', 'docs/drafts'],
})
