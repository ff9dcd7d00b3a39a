export const useItems = () => useFetch('/api/items')
