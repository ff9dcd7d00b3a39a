export const sum = 2
