export default defineFwConfig({
  srcDir: 'src',
  css: [`~/themes/${process.env.THEME}.css`],
})
