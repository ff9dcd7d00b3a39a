export default defineFwConfig({
  alias: {
    '#brand': process.env.BRAND_DIR,
    '#theme': `~/themes/${process.env.THEME}`,
    '#lib': '~~/lib',
  },
})
