export const usePlain = () => useFetch('/api/plain')
