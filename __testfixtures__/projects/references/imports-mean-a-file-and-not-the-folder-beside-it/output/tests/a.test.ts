import { a } from '../utils'
import { b } from '../app/utils/'
import { b as same } from '../app/utils/index'
const later = () => import('../utils')
const required = require('../utils')
export { a, b, later, required, same }
