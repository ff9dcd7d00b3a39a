export default defineFwConfig({
  hooks: { 'x:y'(o) { o.push('./components/A.vue', './pages/index.vue') } },
})
