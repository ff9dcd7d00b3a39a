export const data = { b: '../components/b' }
