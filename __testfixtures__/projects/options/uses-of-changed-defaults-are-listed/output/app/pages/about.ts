// useFetch in a comment
const { data } = await useAsyncData('a', () => load())
share(data)
