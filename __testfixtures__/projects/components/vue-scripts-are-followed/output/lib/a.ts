export type A = string
export const a = 1
