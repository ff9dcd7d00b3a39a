export default defineFwConfig({
  ssr: true,
  // Only where it is built.
  ...(process.env.CI && { dir: { pages: 'views' } }),
  css: ['~/assets/b.css'],
  srcDir: '.',
})
