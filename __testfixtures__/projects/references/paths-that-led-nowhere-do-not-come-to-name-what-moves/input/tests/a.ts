import { a } from '../pages/index'
import '../app/pages/index'
