export default defineFwConfig({
  dir: { static: 'cdn' },
  ...(process.env.CI && {
    dir: { public: 'files' },
  }),
})
