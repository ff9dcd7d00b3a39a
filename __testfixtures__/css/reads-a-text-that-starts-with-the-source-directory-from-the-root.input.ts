export default {
  srcDir: 'src',
  css: ['./src/assets/x.css', 'src/assets/y.css', './assets/z.css'],
}
