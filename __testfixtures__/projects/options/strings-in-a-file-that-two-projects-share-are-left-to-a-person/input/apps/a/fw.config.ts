import { x } from '../../shared/config'
export default defineFwConfig({ x })
