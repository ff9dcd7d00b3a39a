export const useCounter = () => ({ count: useState('count', () => 3) })
