export default defineFwConfig({
  serverEngine: { ignore: ['pages/a.ts'], prerender: { ignore: ['/x'] } },
})
