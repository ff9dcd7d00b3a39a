export const useCart = () => []
