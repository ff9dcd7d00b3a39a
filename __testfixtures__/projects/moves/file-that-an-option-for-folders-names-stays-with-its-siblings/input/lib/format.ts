export const format = String
