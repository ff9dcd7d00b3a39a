export default defineFwConfig({
  alias: { '#dark': '~~/themes/dark/app/utils' },
  css: ['~~/themes/dark/app/assets/a.css'],
  plugins: ['~~/themes/dark/app/plugins/p.ts'],
  components: ['~~/themes/dark/ui'],
  imports: { dirs: ['~~/themes/dark/app/utils'] },
  modules: ['~~/themes/dark/modules/m'],
  watch: ['~~/themes/dark/app/utils/e.ts'],
})
