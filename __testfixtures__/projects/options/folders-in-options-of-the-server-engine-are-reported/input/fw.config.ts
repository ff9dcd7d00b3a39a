export default defineFwConfig({
  serverEngine: {
    preset: 'pages',
    scanDirs: ['utils'],
    serverAssets: [{ baseName: 'assets', dir: 'assets' }],
    publicAssets: [{ dir: 'assets' }, { dir: 'public' }],
  },
})
