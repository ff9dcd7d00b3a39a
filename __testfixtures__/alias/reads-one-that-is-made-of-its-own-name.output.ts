export default defineFwConfig({
  alias: { '@': '@@/lib', '#x': '~~/lib' },
  $production: { alias: { '~': '~/lib', '#x': '#x/prod' }, css: ['~/a.css'] },
})
