const paths = { b: '../components/b' }
export const load = () => import(paths.b)
