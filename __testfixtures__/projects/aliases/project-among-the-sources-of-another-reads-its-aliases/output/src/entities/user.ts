export const user = 1
