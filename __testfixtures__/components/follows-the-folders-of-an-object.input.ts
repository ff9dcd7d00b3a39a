export default defineFwConfig({
  components: {
    global: true,
    dirs: ['~/components', { path: './ui', global: true }, { path: '~/shared/ui' }],
  },
})
