export default defineFwConfig({ srcDir: 'client', dir: { public: 'static' } });
