import { x } from '../../common/config'
export default defineFwConfig({ x })
