export const useOther = () => useAsyncData('other', () => load())
export const addOther = (other) => useOther().data.value.push(other)
