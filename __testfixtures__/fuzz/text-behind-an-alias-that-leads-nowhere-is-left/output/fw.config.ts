export default defineFwConfig({ alias: { '~': './client' }, modules: ['~/x'], css: ['~/x'] });
