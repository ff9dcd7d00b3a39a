export default defineFwConfig({ $production: { dir: { pages: 'views', assets: 'assets' } } });
