export default defineFwConfig({
  experimental: { compileTemplate: true, templateUtils: true, relativeWatchPaths: true },
  ssr: true,
})
