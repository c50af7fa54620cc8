import { manyContainers, refuseCycle } from './contains-itself.js'
import { formatNumber } from './format-number.js'
import { type JSONNode, NumberLiteral, ObjectNode } from './json-document.js'

/** A container whose members are still to be converted. */
interface Pending {
  readonly source: object
  readonly target: JSONNode[] | ObjectNode
}

/**
 * The document that would be parsed from the JSON of `value`, without positions. `undefined` members are omitted.
 *
 * @throws MachineryError `UnsupportedValue` for what JSON cannot represent: NaN, infinities, functions, symbols, objects
 * that contain themselves.
 */
export function documentOf(value: unknown): JSONNode {
  const pending: Pending[] = []
  let containers = 0
  const shallow = (source: unknown): JSONNode => {
    if (source === null || typeof source !== 'object') return leaf(source)
    const target = Array.isArray(source) ? [] : new ObjectNode()
    pending.push({ source, target })
    if (++containers === manyContainers) refuseCycle(value)
    return target
  }
  const document = shallow(value)
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { source, target } = next
    if (Array.isArray(target)) {
      for (const element of source as unknown[]) target.push(shallow(element ?? null))
      continue
    }
    for (const [name, member] of Object.entries(source)) {
      if (member === undefined) continue
      target.names.push(name)
      target.values.push(shallow(member))
    }
  }
  return document
}

function leaf(value: unknown): JSONNode {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'bigint':
      return new NumberLiteral(String(value))
    default:
      return value === null ? null : new NumberLiteral(formatNumber(typeof value === 'number' ? value : Number.NaN))
  }
}
