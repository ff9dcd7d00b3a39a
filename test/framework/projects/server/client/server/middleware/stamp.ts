export default defineEventHandler((event) => {
  event.context.stamp = words('from', 'middleware')
})
