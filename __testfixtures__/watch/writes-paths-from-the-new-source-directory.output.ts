export default defineFwConfig({
  watch: ['../config/settings.json', '../content', 'pages/**/*.md', '~~/data/*.yaml', '~~/themes', '/etc/hosts'],
})
