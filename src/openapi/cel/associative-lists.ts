import type { Budget } from './budget.js'
import { celEquals } from './cel-equals.js'

/** What the items of a list are told apart by. */
type Identity = (item: unknown) => unknown

const identities = /* @__PURE__ */ new WeakMap<readonly unknown[], Identity>()

/** Marks a list whose items have an identity and no order. */
export function markAssociative<T extends readonly unknown[]>(list: T, identity: Identity): T {
  identities.set(list, identity)
  return list
}

/** Compares lists without regard to order, when one of them has none; undefined for others. */
export function equalAssociative(a: readonly unknown[], b: readonly unknown[], budget: Budget): boolean | undefined {
  if (!identities.has(a) && !identities.has(b)) return undefined
  return a.length === b.length && a.every((item) => b.some((other) => celEquals(item, other, budget)))
}

/**
 * Adds a list to one whose items have an identity: items of `b` take the place of those of `a` that have the same one, and
 * the others follow. Undefined for lists whose items have none.
 */
export function combineAssociative(
  a: readonly unknown[],
  b: readonly unknown[],
  budget: Budget,
): unknown[] | undefined {
  const identity = identities.get(a)
  if (identity === undefined) return undefined
  const combined = [...a]
  for (const item of b) {
    const key = identity(item)
    const at = combined.findIndex((each) => celEquals(identity(each), key, budget))
    if (at < 0) combined.push(item)
    else combined[at] = item
  }
  return markAssociative(combined, identity)
}
