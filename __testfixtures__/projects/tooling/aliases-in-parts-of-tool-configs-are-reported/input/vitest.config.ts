import base from './vitest.shared'
export default base
