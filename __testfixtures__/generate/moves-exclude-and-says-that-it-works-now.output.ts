export default defineFwConfig({
  ssr: true,
  serverEngine: { prerender: { ignore: ['/admin', /^\/draft/] } },
})
