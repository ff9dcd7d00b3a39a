export default defineFwConfig({
  ssr: true,
  dir: { static: 'public' },
})
