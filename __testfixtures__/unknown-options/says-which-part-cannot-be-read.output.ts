import { experiments } from '@acme/preset'

export default defineFwConfig({
  experimental: { ...experiments, typedPages: true },
  features: loadFeatures(),
})
