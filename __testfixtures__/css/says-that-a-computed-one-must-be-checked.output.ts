export default defineFwConfig({
  css: [
    `~/themes/${process.env.THEME}.css`,
    process.env.EXTRA_CSS,
    ...(isDev ? ['~~/styles/debug.css'] : []),
  ],
})
