export default defineFwConfig({
  dir: { plugins: 'boot' },
  plugins: ['~/boot/a', './boot/b', '~/plugins/c'],
})
