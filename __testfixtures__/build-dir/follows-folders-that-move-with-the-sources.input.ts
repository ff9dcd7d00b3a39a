export default {
  srcDir: 'src',
  buildDir: 'src/.generated',
  analyzeDir: './src/.report',
  modulesDir: ['../../node_modules', 'src/vendor'],
}
