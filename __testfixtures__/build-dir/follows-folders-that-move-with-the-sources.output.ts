export default {
  srcDir: 'src',
  buildDir: 'app/.generated',
  analyzeDir: './app/.report',
  modulesDir: ['../../node_modules', 'app/vendor'],
}
