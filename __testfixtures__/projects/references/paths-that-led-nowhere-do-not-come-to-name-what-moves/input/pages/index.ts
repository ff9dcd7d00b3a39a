import '../app/pages/index'
export const a = 1
