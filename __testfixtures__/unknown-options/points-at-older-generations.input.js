export default {
  target: 'static',
  mode: 'universal',
  head: { title: 'Shop' },
  buildModules: ['@acme/old'],
  bridge: false,
}
