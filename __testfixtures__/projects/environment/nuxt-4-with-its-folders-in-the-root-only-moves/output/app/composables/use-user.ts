export const useUser = async () => {
  const { data } = await useFetch('/api/user', { immediate: false });
  data.value.name = 'x';
  return data.value === null;
};
