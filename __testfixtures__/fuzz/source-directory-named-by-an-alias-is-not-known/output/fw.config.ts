export default defineFwConfig({ srcDir: '#server', dir: { pages: 'views' } });
