const a = import.meta.glob('/src/components/*.vue')
const b = import.meta.glob('~/components/*.vue')
