export default defineFwConfig({
  bundler1: { server: { fs: { allow: ['~~/content', '~/assets'] } } },
})
