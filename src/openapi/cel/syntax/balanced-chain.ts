import type { CELNode } from './cel-syntax.js'

/** The terms of a chain of one operator as a balanced tree; `places` has where the operators are. */
export function balanced(name: string, terms: readonly CELNode[], places: readonly number[]): CELNode {
  const half = places.length >> 1
  const at = places[half]
  if (at === undefined) return terms[0]!
  const args = [
    balanced(name, terms.slice(0, half + 1), places.slice(0, half)),
    balanced(name, terms.slice(half + 1), places.slice(half + 1)),
  ]
  return { op: 'call', at, name, args }
}
