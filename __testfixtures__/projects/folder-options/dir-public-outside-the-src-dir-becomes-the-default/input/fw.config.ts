export default defineFwConfig({
  srcDir: 'src',
  ssr: true,
  dir: { public: '../public' },
})
