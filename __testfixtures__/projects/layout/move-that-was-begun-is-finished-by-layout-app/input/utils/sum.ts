export const sum = 1
