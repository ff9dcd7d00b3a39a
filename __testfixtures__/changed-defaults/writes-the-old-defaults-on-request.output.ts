export default defineFwConfig({
  ssr: true,
  headManager: { renderSSRHeadOptions: { omitLineBreaks: false } },
  experimental: {
    defaults: { useAsyncData: { deep: true } },
    resetAsyncDataToUndefined: true,
  },
})
