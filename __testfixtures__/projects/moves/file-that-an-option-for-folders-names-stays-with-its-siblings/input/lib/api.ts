import { help } from './help'
import { format } from './format'

export const api = () => format(help)
