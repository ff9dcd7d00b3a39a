export default defineFwConfig({
  storybook: { serverDir: 'server' },
})
