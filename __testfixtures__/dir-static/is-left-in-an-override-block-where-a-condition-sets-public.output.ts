export default defineFwConfig({
  ...(process.env.CI && {
    dir: { public: 'files' },
  }),
  $production: {
    dir: { static: 'cdn' },
  },
})
