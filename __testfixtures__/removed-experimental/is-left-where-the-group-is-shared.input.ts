const experiments = { compileTemplate: false, asyncContext: true }

export default defineFwConfig({
  experimental: experiments,
  appConfig: { experiments },
})
