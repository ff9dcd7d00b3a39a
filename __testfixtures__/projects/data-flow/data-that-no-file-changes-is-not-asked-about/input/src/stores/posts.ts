export const usePosts = defineStore('posts', () => {
  const { data } = useFetch('/api/posts')
  return { posts: data }
})
