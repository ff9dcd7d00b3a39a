export default defineFwConfig({
  srcDir: 'src',
  ignore: [
    ...sharedIgnores,
    '**/*.bak',
  ],
})
