export default defineFwConfig({
  experimental: {
    typedPages: true,
    defaults: { useAsyncData: { deep: false } },
  },
  headManager: {
    legacy: true,
  },
})
