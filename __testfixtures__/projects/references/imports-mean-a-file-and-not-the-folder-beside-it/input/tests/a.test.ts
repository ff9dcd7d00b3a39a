import { a } from '../utils'
import { b } from '../utils/'
import { b as same } from '../utils/index'
const later = () => import('../utils')
const required = require('../utils')
export { a, b, later, required, same }
