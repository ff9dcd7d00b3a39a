// useFetch in a comment
const { data } = await useAsyncData('a', () => load(), options)
data.value.seen = true
