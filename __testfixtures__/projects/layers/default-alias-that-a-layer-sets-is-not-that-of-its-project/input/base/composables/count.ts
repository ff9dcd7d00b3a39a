export const useCount = () => 1
