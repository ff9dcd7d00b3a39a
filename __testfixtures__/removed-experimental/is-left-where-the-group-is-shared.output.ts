const experiments = { compileTemplate: false, asyncContext: true }
report(experiments)

export default defineFwConfig({ experimental: experiments })
