export default defineFwConfig({
  ssr: process.env.SSR,
  css: loadCss(),
  ...preset,
})
