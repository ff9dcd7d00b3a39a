export default defineFwConfig({
  css: process.env.CI ? ['~~/server/ci.css'] : ['~~/server/local.css', '~/assets/x.css'],
  $production: {
    css: process.env.CI ? undefined : [process.env.X ? '~~/server/x.css' : themeOf('y')],
  },
})
