export default defineFwConfig({
  dir: {
    pages: process.env.CI ? 'app/views' : 'app/pages',
    layouts: 'app/frames',
    ...(process.env.CI && { middleware: 'app/guards', layouts: 'app/ci-frames' }),
    public: process.env.CI ? staticDir() : 'public',
  },
  $production: { dir: process.env.CI ? { assets: 'app/media' } : { assets: 'app/files' } },
})
