const a = import.meta.glob('~/components/*.vue')
const b = import.meta.glob('~/components/*.vue')
