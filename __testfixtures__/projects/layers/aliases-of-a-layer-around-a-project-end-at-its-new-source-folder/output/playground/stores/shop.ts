export const shop = 1
