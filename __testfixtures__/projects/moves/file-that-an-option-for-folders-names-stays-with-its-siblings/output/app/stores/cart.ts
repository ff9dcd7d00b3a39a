export { api as useCart } from '../../lib/api'
