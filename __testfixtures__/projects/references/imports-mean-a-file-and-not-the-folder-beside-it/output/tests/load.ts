export const folder = load('../utils')
