export default defineFwConfig({
  experimental: { defaults: { useAsyncData: { depp: true }, fwLnk: {} } },
  watchers: { filewatcher: {} },
})
