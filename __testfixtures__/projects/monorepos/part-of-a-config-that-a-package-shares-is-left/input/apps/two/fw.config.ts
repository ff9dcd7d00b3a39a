import { baseConfig } from '../../packages/config/fw'
export default defineFwConfig({ ...baseConfig, srcDir: 'src' })
