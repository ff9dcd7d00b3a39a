export default defineFwConfig({ future: { compatibilityVersion: 4 }, dir: { static: 'static' } });
