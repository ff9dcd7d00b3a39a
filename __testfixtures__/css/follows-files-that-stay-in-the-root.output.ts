export default defineFwConfig({
  css: [
    '~/assets/css/main.css',
    'assets/css/print.css',
    '~~/styles/base.css', // resets
    "@@/styles/theme.scss",
    '~~/styles/legacy.css',
    '~/assets/css/late.css',
    'public/fonts/fonts.css',
    '#shared/tokens.css',
  ],
})
