export default defineFwConfig({
  srcDir: 'src',
  ignore: [
    ...sharedIgnores,
    '**/*.bak',
    '**/.direnv',
    '/vendor',
    '**/node-compile-cache',
    '**/test-results',
  ],
})
