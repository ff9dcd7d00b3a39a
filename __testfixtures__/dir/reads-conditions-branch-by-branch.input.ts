export default defineFwConfig({
  dir: {
    pages: process.env.CI ? 'views' : 'pages',
    layouts: 'frames',
    ...(process.env.CI && { middleware: 'guards', layouts: 'ci-frames' }),
    public: process.env.CI ? staticDir() : 'public',
  },
  $production: { dir: process.env.CI ? { assets: 'media' } : { assets: 'files' } },
})
