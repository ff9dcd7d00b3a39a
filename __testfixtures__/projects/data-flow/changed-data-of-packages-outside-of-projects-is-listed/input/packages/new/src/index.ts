export const useNew = () => useFetch('/api/new')
