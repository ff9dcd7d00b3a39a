export default defineFwConfig({
  sitemap: { generate: { routes: ['/a'] } },
  content: { exclude: ['/b'] },
})
