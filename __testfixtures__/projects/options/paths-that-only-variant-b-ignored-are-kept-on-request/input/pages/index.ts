const { data, clear } = await useFetch('/api/a')
