export default defineFwConfig({
  experimental: {
    compileTemplate: false,
    // not used any more
    templateUtils: false,
    relativeWatchPaths: false,
    typedPages: true,
  },
})
