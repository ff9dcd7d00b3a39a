export default defineFwConfig({
  css: ['/assets/main.css', '/theme.css', '/data/print.css', '/gone.css'],
  plugins: ['/plugins/first.ts', { src: '/data/second.ts', mode: 'client' }],
})
