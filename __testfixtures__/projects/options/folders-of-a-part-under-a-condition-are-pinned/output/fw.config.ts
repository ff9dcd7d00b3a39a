export default defineFwConfig({
  ssr: true,
  dir: { app: 'app' },
  // Only where it is built.
  ...(process.env.CI && { dir: { pages: 'views', app: 'app' } }),
  css: ['~/assets/b.css'],
  srcDir: '.',
})
