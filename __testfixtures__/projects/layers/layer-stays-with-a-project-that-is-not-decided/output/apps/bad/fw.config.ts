import base from '@acme/base'
export default defineFwConfig({ ...base, extends: ['../../packages/ui'] })
