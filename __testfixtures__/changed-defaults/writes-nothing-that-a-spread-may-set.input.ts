import { experiments } from '@acme/preset'

export default defineFwConfig({
  experimental: { ...experiments },
  headManager: { renderSSRHeadOptions: { omitLineBreaks: false } },
})
