export default defineFwConfig({ generate: { interval: 10 } });
