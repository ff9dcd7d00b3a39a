const { data } = await useFetch('/api/a', { deep: true })
const text = 'useAsyncData()'
