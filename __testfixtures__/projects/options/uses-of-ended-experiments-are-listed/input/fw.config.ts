export default defineFwConfig({
  ssr: true,
  experimental: { compileTemplate: false, relativeWatchPaths: false },
})
