export default defineFwConfig({
  alias: { '@': '@@/client' },
  $production: { alias: { '~': '~/prod' }, css: ['~/a.css'] },
})
