export default {
  dir: { pages: 'app/views' },
  css: ['~/assets/a.css'],
  generate: {},
}
