export default defineFwConfig({
  alias: { images: '~/assets/images' },
})
