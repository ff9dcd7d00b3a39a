export default defineFwConfig({
  srcDir: 'src',
  $env: {
    staging: {
      srcDir: 'src',
      ssr: false,
    },
  },
})
