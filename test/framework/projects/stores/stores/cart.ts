export const useCart = defineStore('cart', { state: () => ({ items: ['pear'] }) })
