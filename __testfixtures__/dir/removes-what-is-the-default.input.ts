export default defineFwConfig({
  ssr: true,
  dir: { assets: 'assets', public: 'public', app: 'app' },
})
