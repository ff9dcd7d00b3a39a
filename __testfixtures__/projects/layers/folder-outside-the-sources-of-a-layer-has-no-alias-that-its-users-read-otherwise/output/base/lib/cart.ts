import { usePrice } from '../app/composables/usePrice'
import { tax } from './tax'

export const cart = () => usePrice() * tax
