export default defineFwConfig({
  ssr: true,
  typescript: {
    tsConfig: {
      compilerOptions: {
        plugins: [{ name: 'styled', tags: '{css,}', groups: '[a, ]' }],
        noImplicitAny: false,
      },
    },
  },
})
