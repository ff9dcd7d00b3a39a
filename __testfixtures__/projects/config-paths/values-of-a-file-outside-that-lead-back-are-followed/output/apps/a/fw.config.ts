import { aliases } from '../../packages/shared/aliases'

export default defineFwConfig({
  alias: aliases,
})
