export default defineFwConfig({
  imports: { dirs: ['~~/layers/@scope/pkg/src', '@@/node_modules/@acme/kit/*'] },
})
