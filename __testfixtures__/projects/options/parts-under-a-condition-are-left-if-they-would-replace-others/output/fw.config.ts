const ci = process.env.CI;

export default defineFwConfig({
  serverEngine: { minify: true },
  dir: { layouts: 'app/views' },
  ...(ci && {
    generate: { routes: ['/ci'] },
    dir: {},
  }),
});
