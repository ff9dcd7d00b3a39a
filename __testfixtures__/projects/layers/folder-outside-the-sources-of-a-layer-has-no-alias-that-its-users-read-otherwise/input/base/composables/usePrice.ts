export const usePrice = () => 1
