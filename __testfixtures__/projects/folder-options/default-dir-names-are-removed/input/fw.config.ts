export default defineFwConfig({
  ssr: true,
  dir: { pages: 'pages', public: 'public' },
  serverDir: 'server',
})
