const ci = process.env.CI === 'true'

export default defineFwConfig({
  css: [
    // On the server.
    ci ? '~~/server/ci.css' : '~/assets/local.css',
    ci && '~~/server/only-ci.css',
    ...(ci ? ['~~/server/a.css', '~/assets/b.css'] : []),
    '~~/server/always.css',
  ].filter(Boolean) as string[],
  plugins: ci ? ['~/plugins/x.ts'] : [],
  dir: {
    pages: ci ? 'app/views' : 'app/pages',
    ...(ci && { layouts: 'app/frames' }),
  },
  serverEngine: {
    prerender: {
      routes: ci ? ['/ci'] : ['/local'],
      ignore: [ci && '/x'].filter(Boolean),
    },
  },
})
