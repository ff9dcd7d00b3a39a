export default defineFwConfig({
  plugins: [{ src: pluginFile('a'), mode: 'client' }],
})
