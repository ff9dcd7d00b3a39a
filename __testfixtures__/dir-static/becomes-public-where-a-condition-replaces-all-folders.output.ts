export default defineFwConfig({
  dir: { public: 'cdn' },
  ...(process.env.CI && {
    dir: { public: 'files' },
  }),
})
