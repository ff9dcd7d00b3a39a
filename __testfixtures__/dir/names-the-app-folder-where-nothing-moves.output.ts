export default defineFwConfig({
  ssr: true,
  dir: { pages: 'views', app: 'app' },
})
