export default defineFwConfig({ alias: { '': './client' } });
