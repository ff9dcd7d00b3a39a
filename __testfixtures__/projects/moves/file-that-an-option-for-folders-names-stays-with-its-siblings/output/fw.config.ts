export default defineFwConfig({
  imports: { dirs: ['~~/lib/api.ts', '~~/lib/format', '~/stores/*.ts'] },
})
