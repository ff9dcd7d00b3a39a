import { defu } from 'defu'

export default defu({ dir: { pages: 'pages' } }, { dir: { pages: 'views' } })
