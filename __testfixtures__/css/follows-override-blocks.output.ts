export default defineFwConfig({
  css: ['~/assets/main.css'],
  $development: { css: ['~~/styles/debug.css'] },
  $env: { staging: { css: ['~~/styles/banner.css'] } },
})
