const options = { lazy: true }

export const useCart = () => {
  const { data: cart } = useFetch('/api/cart', options)
  return { cart }
}

export async function countVisit() {
  const { data } = await useAsyncData(() => $fetch('/api/visits'), { deep: true })
  data.value.count += 1
}
