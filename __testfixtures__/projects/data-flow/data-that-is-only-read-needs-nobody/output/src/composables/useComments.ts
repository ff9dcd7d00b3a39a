export function useComments(id: string) {
  const { data, error } = useFetch(`/api/comments/${id}`)
  const count = computed(() => data.value?.length ?? 0)
  return { comments: data, count, error }
}
