export const useShop = () => 'shop'
