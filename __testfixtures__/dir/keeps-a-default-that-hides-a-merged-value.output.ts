import { defu } from 'defu'

export default defu({ dir: { pages: 'app/pages' } }, { dir: { pages: 'app/views' } })
