export default defineFwConfig({
  $env: {
    staging: {
      ssr: false,
    },
  },
})
