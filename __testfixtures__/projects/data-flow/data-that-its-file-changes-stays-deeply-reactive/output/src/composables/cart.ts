const options = { lazy: true }

export const useCart = () => {
  const { data: cart } = useFetch('/api/cart', options)
  const empty = () => cart.value.lines.splice(0)
  return { cart, empty }
}

export async function countVisit() {
  const { data } = await useAsyncData(() => $fetch('/api/visits'), { deep: true })
  data.value.count += 1
}
