export default defineFwConfig({
  ssr: true,
  ignore: [
    '**/*.bak',
    '**/.direnv',
    '/vendor',
    '**/node-compile-cache',
    '**/test-results',
  ],
  headManager: { renderSSRHeadOptions: { omitLineBreaks: true } },
  experimental: {
    typedPages: true,
    defaults: { useAsyncData: { deep: true } },
    resetAsyncDataToUndefined: true,
  },
})
