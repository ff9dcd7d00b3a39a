export const useVisits = defineStore('visits', { state: () => ({ total: 3 }) })
