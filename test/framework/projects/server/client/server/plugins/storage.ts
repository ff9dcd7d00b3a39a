export default defineNitroPlugin(async () => {
  await useStorage('memory').setItem('started', 'from a plugin')
})
