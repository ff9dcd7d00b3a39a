export default defineFwConfig({
  storybook: { components: ['./widgets'] },
})
