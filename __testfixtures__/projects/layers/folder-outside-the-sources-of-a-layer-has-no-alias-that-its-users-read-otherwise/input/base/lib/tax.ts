export { usePrice } from '#base/composables/usePrice'
export const tax = 1.2
