export default defineFwConfig({
  experimental: {
    typedPages: true,
    defaults: { useAsyncData: { deep: false } },
    resetAsyncDataToUndefined: true,
  },
  headManager: {
    legacy: true,
    renderSSRHeadOptions: { omitLineBreaks: false },
  },
})
