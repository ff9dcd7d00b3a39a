export const useHello = () => 'hello'
