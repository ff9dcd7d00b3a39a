import { colors } from './brand/colors'

export default { colors }
