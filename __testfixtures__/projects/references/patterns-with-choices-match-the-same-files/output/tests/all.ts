export const views = import.meta.glob('../app/{components,pages}/**/*.vue')
export const files = import.meta.glob('../app/comp*/*.vue')
