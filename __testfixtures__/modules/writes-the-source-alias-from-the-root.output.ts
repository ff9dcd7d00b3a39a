export default defineFwConfig({
  modules: [
    '@scope/pkg',
    'fw-images',
    '~~/modules/analytics',
    '@@/modules/feed.ts',
    ['~~/lib/search', { index: '~/search' }],
    '~~/modules/local',
    '~~/modules/bare',
    '~~/modules/there',
    (options, app) => app.hook('ready', () => {}),
  ],
})
