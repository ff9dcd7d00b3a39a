export default defineFwConfig({ srcDir: '', alias: { '': './client' } });
