export default defineFwConfig({
  srcDir: 'src',
  ignore: ['src/pages/**/_*.vue', 'pages/x.vue'],
})
