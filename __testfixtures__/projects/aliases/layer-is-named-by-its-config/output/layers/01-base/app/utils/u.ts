export const u = 1
