export default defineFwConfig({
  srcDir: 'src',
  // the shared look
  extends: ['./src/layers/base', './layers/ui', 'github:acme/theme', '@acme/layer', ['./src/layers/docs', { install: true }]],
  theme: './src/theme/',
})
