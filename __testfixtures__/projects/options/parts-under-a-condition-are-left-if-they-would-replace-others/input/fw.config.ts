const ci = process.env.CI;

export default defineFwConfig({
  serverEngine: { minify: true },
  dir: { pages: 'pages', layouts: 'views' },
  ...(ci && {
    generate: { routes: ['/ci'] },
    dir: { pages: 'pages' },
  }),
});
