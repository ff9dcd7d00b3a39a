import { defineFwConfig } from 'fw/config'

export default defineFwConfig({})
