const key = 'deep'

export async function useUsers() {
  const { data: computed } = await useFetch('/api/users', { [key]: false })
  computed.value[0].name = 'changed'
  const { data: unset } = await useFetch('/api/users', { deep: undefined })
  unset.value[0].name = 'changed'
  const { data: chosen } = await useFetch('/api/users', { deep: false })
  chosen.value[0].name = 'changed'
}
