import { useStore } from './store'

const shared = { lazy: true }

export async function useTodos(id: string) {
  const { data: todos } = await useFetch('/api/todos', { deep: true })
  todos.value.push({ id })
  const { data: list } = useAsyncData(() => $fetch('/api/list'), { deep: true })
  list.value[0].done = true
  const { data: keyed } = useLazyAsyncData('keyed', () => $fetch('/api/keyed'), { deep: true })
  delete keyed.value.title
  const { data: empty } = useFetch('/api/empty', { deep: true })
  Object.assign(empty.value, { id })
  const { data: lazy } = useLazyFetch<Item[]>('/api/lazy', { deep: true, query: { id } })
  lazy.value.forEach((item) => { item.id = id })
  const { data: lines } = useAsyncData(
    `lines-${id}`,
    () => $fetch('/api/lines'),
    { deep: true },
  )
  lines.value.sort()
  const { data: many } = useFetch('/api/many', {
    // why it is lazy
    deep: true,
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
  const { data: spread } = useFetch('/api/spread', { deep: true, ...useStore() })
  spread.value.a = 1
  const { data: given } = useFetch('/api/given', useStore())
  given.value.a = 1
}
