export const useIt = () => 1
