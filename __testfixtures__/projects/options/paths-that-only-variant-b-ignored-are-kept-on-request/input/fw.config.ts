export default defineFwConfig({
  ssr: true,
  ignore: ['**/*.bak'],
  headManager: { renderSSRHeadOptions: { omitLineBreaks: true } },
  experimental: { typedPages: true },
})
