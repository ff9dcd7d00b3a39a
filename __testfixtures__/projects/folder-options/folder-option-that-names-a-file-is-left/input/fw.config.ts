export default defineFwConfig({
  dir: { pages: './fw.config.ts' },
})
