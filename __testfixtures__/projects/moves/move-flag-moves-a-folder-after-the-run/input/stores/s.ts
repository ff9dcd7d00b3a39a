export const s = 1
