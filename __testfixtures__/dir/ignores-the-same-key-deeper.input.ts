export default defineFwConfig({
  content: { dir: { pages: 'views' } },
  serverEngine: { dir: { public: 'public' } },
})
