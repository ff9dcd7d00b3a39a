export default {
  css: ['~/assets/main.css'],
  dir: { static: 'static' },
  generate: { routes: ['/a'] },
}
