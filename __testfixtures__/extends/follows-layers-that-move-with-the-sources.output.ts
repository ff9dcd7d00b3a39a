export default defineFwConfig({
  srcDir: 'src',
  // the shared look
  extends: ['./app/layers/base', './layers/ui', 'github:acme/theme', '@acme/layer', ['./app/layers/docs', { install: true }]],
  theme: './app/theme/',
})
