export const words = (text: string) => text.split(' ').length
