export const words = (...list: string[]) => list.join(' ')
