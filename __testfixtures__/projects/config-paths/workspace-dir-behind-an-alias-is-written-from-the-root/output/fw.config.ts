export default defineFwConfig({
  workspaceDir: '~~/packages',
})
