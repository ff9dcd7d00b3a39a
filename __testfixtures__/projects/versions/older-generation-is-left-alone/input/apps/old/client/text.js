export const text = 'old'
