export default defineFwConfig({
  extends: ['../../packages/base'],
  srcDir: 'app',
});
