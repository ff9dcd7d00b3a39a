export default defineFwConfig({
  extends: ['../base'],
  generate: { routes: ['/a'] },
})
