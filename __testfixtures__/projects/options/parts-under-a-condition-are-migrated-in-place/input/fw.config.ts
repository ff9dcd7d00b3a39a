const ci = process.env.CI;

export default defineFwConfig({
  css: ['~/lib/b.css'],
  dir: { public: 'pub' },
  experimental: { ...(ci && { compileTemplate: true }) },
  ...(ci && {
    css: ['~/lib/c.css'],
    generate: { routes: ['/ci'] },
    dir: { static: 'cdn' },
  }),
  ...(process.env.PLAIN ? {} : { plugins: ['~/lib/p.ts'] }),
  $production: {
    css: ['~/assets/a.css'],
    ...(ci && { plugins: ['~/lib/p.ts'], experimental: { compileTemplate: true } }),
  },
});
