/** Appends any number of items; spread into `push`, a hundred thousand of them would exhaust the stack. */
export function appendAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item)
}
