export default defineFwConfig({
  imports: { dirs: ['~/stores', ...storeFolders] },
})
