export default {
  srcDir: 'src',
  css: ['~/assets/x.css', '~/assets/y.css', '~/assets/z.css'],
}
