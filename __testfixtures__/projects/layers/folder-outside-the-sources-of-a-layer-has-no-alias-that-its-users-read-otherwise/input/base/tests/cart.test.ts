import { usePrice } from '~/composables/usePrice'
