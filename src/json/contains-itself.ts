import { MachineryError } from '../errors/machinery-error.js'
import { isContainer } from './json-value.js'

/**
 * A walk without recursion calls {@link refuseCycle} only after this many containers, so that it is free for usual input.
 */
export const manyContainers = 65_536

/** @throws MachineryError `UnsupportedValue` for a value that holds itself: it nests without end. */
export function refuseCycle(value: unknown): void {
  if (isContainer(value) && containsItself(value)) throw cycleError()
}

/** The error for a value that holds itself. */
export function cycleError(): MachineryError {
  return new MachineryError('UnsupportedValue', 'json: unsupported value: encountered a cycle')
}

/** Visits each container once; its ancestors are marked as open. */
function containsItself(root: object): boolean {
  const open = new Set<object>()
  const done = new Set<object>()
  const pending = [root]
  for (let last = pending.at(-1); last !== undefined; last = pending.at(-1)) {
    if (done.has(last) || open.has(last)) {
      open.delete(last)
      done.add(last)
      pending.pop()
      continue
    }
    open.add(last)
    for (const member of Object.values(last) as unknown[]) {
      if (!isContainer(member) || done.has(member)) continue
      if (open.has(member)) return true
      pending.push(member)
    }
  }
  return false
}
