const isDark = process.env.DARK === '1';

export default defineFwConfig({
  modules: [process.env.NODE_ENV === 'development' ? '@fw/devtools' : ''],
  css: ['~/assets/a.css', isDark ? '~/assets/dark.css' : ''],
  plugins: [isDark ? '~/plugins/dark' : '', { src: '' }],
  components: ['', { path: '' }],
  imports: { dirs: ['', '~/plugins'] },
  watch: ['', '~/assets/a.css'],
  serverHandlers: [{ route: '/x', handler: '' }],
  spaLoadingTemplate: '',
  build: { templates: [{ src: '', dst: 'x.js' }] },
  extends: [''],
  srcDir: '',
});
