export const useCart = () => {
  const { data: cart } = useFetch('/api/cart')
  return { cart }
}
