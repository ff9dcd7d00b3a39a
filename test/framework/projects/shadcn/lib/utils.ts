export const joined = (...names: string[]) => names.join(' ')
