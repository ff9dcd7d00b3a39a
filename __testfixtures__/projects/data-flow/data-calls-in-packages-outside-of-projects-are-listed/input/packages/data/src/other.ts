export const useOther = () => useAsyncData('other', () => load())
