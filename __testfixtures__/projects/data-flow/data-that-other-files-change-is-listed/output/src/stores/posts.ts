export const usePosts = defineStore('posts', () => {
  const { data: posts } = useFetch('/api/posts')
  return { posts }
})
