export const name = '../lib/a'
