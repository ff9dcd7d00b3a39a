export const word = 'schön'
