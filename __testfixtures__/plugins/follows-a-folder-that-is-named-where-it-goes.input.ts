export default defineFwConfig({
  dir: { plugins: 'app/boot' },
  plugins: ['~/boot/a', '~~/app/boot/b'],
})
