export const cart = []
