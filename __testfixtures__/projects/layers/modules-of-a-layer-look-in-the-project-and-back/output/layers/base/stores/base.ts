export const useBase = () => 'base'
