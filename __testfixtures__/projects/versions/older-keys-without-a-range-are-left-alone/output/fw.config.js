export default {
  target: 'static',
  head: { title: 'Shop' },
  css: ['~/assets/main.css'],
  buildModules: ['@fw/typescript-build'],
  generate: { routes: ['/a'] },
}
