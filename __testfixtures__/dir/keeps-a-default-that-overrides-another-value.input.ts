export default defineFwConfig({
  dir: { pages: 'views', assets: 'assets' },
  $production: {
    dir: { pages: 'pages', assets: 'assets' },
  },
})
