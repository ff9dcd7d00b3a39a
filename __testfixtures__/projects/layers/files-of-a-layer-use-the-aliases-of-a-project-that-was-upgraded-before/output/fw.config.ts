export default defineFwConfig({
  extends: ['./layers/ui'],
});
