export default defineFwConfig({
  ignore: ['**/*.bak', 'pages', 'drafts/', 'components/', '*.tmp.vue', '.cache'],
})
