export default defineFwConfig({
  experimental: { resetAsyncDataToUndefined: false, defaults: { useAsyncData: { deep: true } } },
  headManager: { renderSSRHeadOptions: { omitLineBreaks: true } },
})
