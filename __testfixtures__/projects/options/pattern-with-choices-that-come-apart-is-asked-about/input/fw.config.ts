export default defineFwConfig({ imports: { dirs: ['{composables,lib}/**'] } })
