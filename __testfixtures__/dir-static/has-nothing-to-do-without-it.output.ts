export default defineFwConfig({
  dir: { public: 'static' },
  images: { dir: { static: 'static' } },
})
