import { useFetch } from '#imports'

export const useItems = () => useFetch('/api/items')
