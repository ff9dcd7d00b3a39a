export default defineFwConfig({
  css: ['@fontsource/inter/400.css', 'normalize.css', '@scope/ui/dist/style.css', '~~/node_modules/x/y.css', '/abs/site.css'],
})
