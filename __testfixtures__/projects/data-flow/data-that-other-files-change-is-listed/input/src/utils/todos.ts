interface Todo { done: boolean }

export function finish(todo: Todo) {
  todo.done = true
}
