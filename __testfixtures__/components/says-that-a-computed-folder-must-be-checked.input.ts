export default defineFwConfig({
  components: { dirs: [process.env.UI_DIR, { path: uiFolder(), prefix: 'Ui' }] },
})
