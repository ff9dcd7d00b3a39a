const ci = process.env.CI === 'true'

export default defineFwConfig({
  srcDir: 'src',
  css: [
    // On the server.
    ci ? '~/server/ci.css' : '~/assets/local.css',
    ci && '~/server/only-ci.css',
    ...(ci ? ['~/server/a.css', '~/assets/b.css'] : []),
    '~/server/always.css',
  ].filter(Boolean) as string[],
  plugins: ci ? ['~/plugins/x.ts'] : [],
  dir: {
    pages: ci ? 'views' : 'pages',
    ...(ci && { layouts: 'frames' }),
  },
  generate: { routes: ci ? ['/ci'] : ['/local'], exclude: [ci && '/x'].filter(Boolean) },
})
