export default defineFwConfig({
  srcDir: '/srv/shop/src',
})
