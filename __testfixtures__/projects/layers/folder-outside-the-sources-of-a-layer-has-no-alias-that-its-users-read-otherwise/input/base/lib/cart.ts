import { usePrice } from '~/composables/usePrice'
import { tax } from '@/lib/tax'

export const cart = () => usePrice() * tax
