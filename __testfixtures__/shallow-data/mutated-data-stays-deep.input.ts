export async function useTodos() {
  const { data: todos } = await useFetch('/api/todos')
  const add = (text: string) => todos.value.push({ text })
  return { add }
}
