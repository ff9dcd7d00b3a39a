import { load } from './load.ts'

export default await load()
