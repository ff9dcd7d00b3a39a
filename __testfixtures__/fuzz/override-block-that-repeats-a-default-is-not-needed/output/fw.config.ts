export default defineFwConfig({ $production: { dir: { pages: 'app/views' } } });
