import { words } from '../utils/words'

export default defineEventHandler(() => words('a', 'feed'))
