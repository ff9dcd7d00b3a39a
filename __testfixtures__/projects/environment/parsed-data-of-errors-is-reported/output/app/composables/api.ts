export function useReason() {
  const error = useError();
  return computed(() => JSON.parse(error.value?.data as string).reason);
}
