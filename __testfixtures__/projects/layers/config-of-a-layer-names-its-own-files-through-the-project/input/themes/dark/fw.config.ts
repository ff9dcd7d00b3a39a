export default defineFwConfig({
  alias: { '#dark': '~/themes/dark/utils' },
  css: ['~/themes/dark/assets/a.css'],
  plugins: ['~/themes/dark/plugins/p.ts'],
  components: ['~/themes/dark/ui'],
  imports: { dirs: ['~/themes/dark/utils'] },
  modules: ['~/themes/dark/modules/m'],
  watch: ['~/themes/dark/utils/e.ts'],
})
