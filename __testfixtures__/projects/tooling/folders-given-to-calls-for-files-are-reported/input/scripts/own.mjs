export const readdir = (name) => name
