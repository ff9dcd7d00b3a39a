export default defineFwConfig({
  plugins: [
    '~/plugins/a.ts',
    './plugins/b.client.ts',
    'plugins/c',
    { src: '~/lib/analytics.ts', mode: 'client' },
    { src: "@/lib/errors.ts" },
    '@scope/pkg/plugin',
  ],
})
