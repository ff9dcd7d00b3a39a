export { usePrice } from '#base/app/composables/usePrice'
export const tax = 1.2
