/** Appends any number of items; spread into `push`, a hundred thousand of them would exhaust the stack. */
export function appendAll<T>(list: T[], items: readonly T[]): void {
  for (let i = 0; i < items.length; i++) list.push(items[i] as T)
}
