export default {
  srcDir: 'client',
  css: ['~/assets/main.css'],
  generate: { routes: ['/a'] },
}
