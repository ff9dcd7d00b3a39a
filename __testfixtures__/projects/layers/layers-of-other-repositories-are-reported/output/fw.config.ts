export default defineFwConfig({
  extends: [
    './layers/base',
    'github:org/layer#v1',
    ['gitlab:org/layer', { install: true }],
    '@org/theme',
    'https://example.com/layer.tar.gz',
    '@org/own',
    '~~/layers/base',
  ],
  theme: 'plain-theme',
})
