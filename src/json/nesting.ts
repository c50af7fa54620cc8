import { isContainer } from './json-value.js'

/** Deepest nesting of arrays and objects that is accepted, the limit of Go's `encoding/json`. */
export const maxNestingDepth = 10_000

/** Reports whether a value nests deeper than a limit, by default Go's of 10,000. Needs no stack. */
export function exceedsNesting(value: unknown, deepest: number = maxNestingDepth): boolean {
  let level: object[] = isContainer(value) ? [value] : []
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > deepest) return true
    const next: object[] = []
    for (const container of level) addContainersIn(container, next)
    level = next
  }
  return false
}

function addContainersIn(container: object, found: object[]): void {
  for (const member of Array.isArray(container) ? container : Object.values(container)) {
    if (isContainer(member)) found.push(member)
  }
}
