import { useStore } from './store'

const shared = { lazy: true }

export async function useTodos(id: string) {
  const { data: todos } = await useFetch('/api/todos')
  todos.value.push({ id })
  const { data: list } = useAsyncData(() => $fetch('/api/list'))
  list.value[0].done = true
  const { data: keyed } = useLazyAsyncData('keyed', () => $fetch('/api/keyed'))
  delete keyed.value.title
  const { data: empty } = useFetch('/api/empty', {})
  Object.assign(empty.value, { id })
  const { data: lazy } = useLazyFetch<Item[]>('/api/lazy', { query: { id } })
  lazy.value.forEach((item) => { item.id = id })
  const { data: lines } = useAsyncData(
    `lines-${id}`,
    () => $fetch('/api/lines'),
  )
  lines.value.sort()
  const { data: many } = useFetch('/api/many', {
    // why it is lazy
    lazy: true, // because
    server: false // of this
  })
  many.value.a = 1
  const { data: named } = useFetch('/api/named', shared)
  named.value.a = 1
  const { data: read } = useFetch('/api/read')
  console.log(read.value.length)
  const { data: told } = useFetch('/api/told', { deep: false })
  told.value.a = 1
  const { data: spread } = useFetch('/api/spread', { ...useStore() })
  spread.value.a = 1
  const { data: given } = useFetch('/api/given', useStore())
  given.value.a = 1
}
