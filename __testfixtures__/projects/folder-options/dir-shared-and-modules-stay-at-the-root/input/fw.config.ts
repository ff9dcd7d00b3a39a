export default defineFwConfig({
  dir: { shared: 'common', modules: 'extensions' },
})
