import { setOwn } from '../../../json/json-value.js'
import { parseQuantity } from '../../../resource/quantity.js'
import type { ResourceList } from '../v1/types.gen.js'

const milli = -3

/** Rounds amounts of resources up to thousandths, as an API server does. Invalid quantities stay. */
export function roundResourceList(list: ResourceList | undefined): void {
  if (!list) return
  for (const name of Object.keys(list)) {
    const text = list[name]!
    const rounded = roundUp(text)
    if (rounded !== text) setOwn(list, name, rounded)
  }
}

/** Amounts that are whole, or have a suffix of a thousand or more, need no rounding. */
const plainAmount = /^[1-9]\d*(?:m|[kMGTPE]i?|Ki)?$/

function roundUp(text: string): string {
  if (typeof text === 'string' && plainAmount.test(text)) return text
  try {
    const { quantity, exact } = parseQuantity(String(text)).roundUp(milli)
    return exact ? text : quantity.toString()
  } catch {
    return text
  }
}

/** Copies the amounts of `from` that `to` does not name. */
export function addMissingResources(to: ResourceList, from: ResourceList | undefined): void {
  if (!from) return
  for (const name of Object.keys(from)) if (!Object.hasOwn(to, name)) setOwn(to, name, from[name])
}
