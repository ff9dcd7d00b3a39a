export default defineFwConfig({});
