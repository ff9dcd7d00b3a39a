import '#server/load'
import 'public/data.json'
const a = import.meta.glob('/src/components/*.vue')
