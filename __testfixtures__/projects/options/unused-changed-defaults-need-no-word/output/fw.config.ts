export default defineFwConfig({
  ssr: true,
  experimental: { resetAsyncDataToUndefined: false },
})
