export default defineFwConfig({
  ssr: true,
  $production: {
    dir: { pages: 'pages-live' },
  },
})
