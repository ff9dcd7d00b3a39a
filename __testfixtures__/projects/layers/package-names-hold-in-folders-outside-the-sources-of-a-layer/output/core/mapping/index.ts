export const base = {}
