export const useOrders = defineStore('orders', { state: () => ({ open: 2 }) })
