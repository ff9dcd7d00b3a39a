export default defineFwConfig({
  experimental: {
    resetAsyncDataToUndefined: process.env.RESET === '1',
    defaults: { useAsyncData: { deep: true } },
  },
  headManager: { renderSSRHeadOptions: { omitLineBreaks: false } },
})
