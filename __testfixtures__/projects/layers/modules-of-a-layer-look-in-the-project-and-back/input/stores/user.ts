export const useUser = () => 'user'
