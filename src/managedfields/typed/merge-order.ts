import type { PathElement } from '../field-path/path-element.js'

/** One place of a merged list. */
export interface MergedItem {
  readonly element: PathElement
  /** Present for an item that only the left list has: its position there. */
  readonly leftIndex?: number
}

/**
 * The order of a merged list: shared items are ordered as in the right list, items of the left list alone stay after the
 * shared item that they followed. An element may occur several times in `left`, once in `right`.
 */
export function mergeOrder(left: readonly PathElement[], right: readonly PathElement[]): MergedItem[] {
  const inLeft = new Set(left.map(({ text }) => text))
  const inRight = new Set(right.map(({ text }) => text))
  const shared = right.filter(({ text }) => inLeft.has(text)).map(({ text }) => text)
  const merged = new Set<string>()
  const order: MergedItem[] = []
  let next = 0
  let l = 0
  let r = 0
  while (l < left.length || r < right.length) {
    const a = left[l]
    const b = right[r]
    if (a !== undefined && b !== undefined) {
      if (a.text === b.text) {
        merged.add(a.text)
        order.push({ element: b })
        l++
        r++
        next++
        continue
      }
      if (inRight.has(a.text) && next < shared.length && shared[next] !== a.text) {
        // Shared, but another one comes first in the right list.
        l++
        continue
      }
    }
    if (a !== undefined) {
      if (!inRight.has(a.text)) {
        order.push({ element: a, leftIndex: l })
        l++
        continue
      }
      if (merged.has(a.text)) l++
    }
    if (b !== undefined) {
      merged.add(b.text)
      order.push({ element: b })
      r++
      if (next < shared.length && shared[next] === b.text) next++
    }
  }
  return order
}
