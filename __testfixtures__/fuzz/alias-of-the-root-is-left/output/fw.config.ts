export default defineFwConfig({ alias: { '~~': '.', '@@': './' } });
