export default defineFwConfig({
  typescript: {
    strict: true,
    tsConfig: { compilerOptions: { checkJs: false, allowJs: true } },
  },
})
