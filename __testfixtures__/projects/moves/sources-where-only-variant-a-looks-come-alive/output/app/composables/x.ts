export const useX = () => 1
