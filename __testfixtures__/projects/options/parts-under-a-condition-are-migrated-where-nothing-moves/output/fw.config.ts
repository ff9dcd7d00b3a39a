const ci = process.env.CI;

export default defineFwConfig({
  css: ['~/lib/b.css'],
  dir: { public: 'pub' },
  experimental: { ...(ci && {}) },
  ...(ci && {
    css: ['~/lib/c.css'],
    serverEngine: { prerender: { routes: ['/ci'] } },
    dir: { public: 'cdn' },
  }),
  ...(process.env.PLAIN ? {} : { plugins: ['~/lib/p.ts'] }),
  $production: {
    css: ['~/assets/a.css'],
    ...(ci && { plugins: ['~/lib/p.ts'] }),
  },
  srcDir: '.',
});
