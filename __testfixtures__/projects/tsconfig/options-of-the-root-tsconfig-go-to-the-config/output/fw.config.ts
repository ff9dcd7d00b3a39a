export default defineFwConfig({
  ssr: true,
  srcDir: '.',
  dir: { app: 'app' },
  typescript: { tsConfig: { compilerOptions: { noImplicitAny: false } } },
})
