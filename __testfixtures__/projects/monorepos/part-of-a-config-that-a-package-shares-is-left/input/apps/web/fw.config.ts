import { baseConfig } from '@acme/config/fw'
export default defineFwConfig({ ...baseConfig })
