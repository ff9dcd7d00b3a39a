export default defineFwConfig({ dir: { static: 'public' } });
