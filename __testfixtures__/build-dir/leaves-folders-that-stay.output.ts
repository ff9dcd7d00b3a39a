export default {
  buildDir: '/tmp/build', // absolute
  analyzeDir: '.fw/analyze',
  modulesDir: ['node_modules'],
}
