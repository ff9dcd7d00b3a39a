export default defineFwRouteMiddleware(async () => {
  const { data } = await useFetch('/api/me')
  if (!data.value) return navigateTo('/login')
})
