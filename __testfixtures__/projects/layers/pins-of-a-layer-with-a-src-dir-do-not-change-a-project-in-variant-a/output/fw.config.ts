export default defineFwConfig({ serverDir: 'server', dir: { public: 'public' } })
