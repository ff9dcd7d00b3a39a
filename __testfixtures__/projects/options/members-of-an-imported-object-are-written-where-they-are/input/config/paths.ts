export default {
  dir: { pages: 'views' },
  css: ['./assets/a.css'],
  generate: { exclude: ['/x'], routes: ['/y'] },
}
