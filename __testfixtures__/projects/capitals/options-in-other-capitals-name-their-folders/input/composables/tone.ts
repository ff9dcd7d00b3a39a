export const tone = 1
