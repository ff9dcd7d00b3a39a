export default defineFwConfig({
  ssr: true,
  headManager: { renderSSRHeadOptions: { omitLineBreaks: false } },
  experimental: {
    resetAsyncDataToUndefined: true,
    defaults: { useAsyncData: { deep: true } },
  },
})
