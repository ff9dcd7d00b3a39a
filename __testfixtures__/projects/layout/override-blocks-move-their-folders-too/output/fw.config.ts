export default defineFwConfig({
  ssr: true,
  $production: {
    dir: { pages: 'app/pages-live' },
  },
})
