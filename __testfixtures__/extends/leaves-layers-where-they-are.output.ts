export default {
  extends: './layers/base',
  theme: 'https://example.com/theme.git',
}
