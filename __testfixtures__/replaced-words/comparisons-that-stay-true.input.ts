const { data } = await useFetch('/api/post');
if (data.value === null) reload();
