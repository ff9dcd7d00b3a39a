import { a } from '@@/lib/a'
const b = <string>await import('../../lib/a')
