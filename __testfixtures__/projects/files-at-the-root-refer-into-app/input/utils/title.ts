export const title = 'Shop'
