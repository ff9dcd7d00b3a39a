import { a } from '../app/pages/index'
import '../app/pages/index'
