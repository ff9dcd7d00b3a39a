const experiments = { typedPages: true }
patch(experiments)

export default defineFwConfig({
  experimental: experiments,
})
