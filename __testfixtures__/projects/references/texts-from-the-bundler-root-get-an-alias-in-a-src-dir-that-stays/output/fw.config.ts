export default defineFwConfig({
  srcDir: 'src',
  css: ['~/assets/main.css', '/theme.css', '~/data/print.css', '/gone.css'],
  plugins: ['~/plugins/first.ts', { src: '~/data/second.ts', mode: 'client' }],
  dir: { public: 'src/public' },
})
