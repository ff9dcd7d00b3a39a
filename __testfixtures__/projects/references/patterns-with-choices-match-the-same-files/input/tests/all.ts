export const views = import.meta.glob('../{components,pages}/**/*.vue')
export const files = import.meta.glob('../comp*/*.vue')
