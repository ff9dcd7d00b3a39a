export default defineFwConfig({
  $production: {
    ssr: true,
  },
})
