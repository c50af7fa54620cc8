import type { ScalarDescriptor, SchemaFacets } from '../descriptor/types.js'
import { encodeBase64 } from '../internal/base64.js'
import type { JSONValue } from '../json/json-value.js'
import { type Edge, longText } from './edge.js'
import type { Random } from './random.js'

/** Largest and smallest integer of a kind that a number holds exactly. */
const bounds: Readonly<Record<string, readonly [low: number, high: number]>> = {
  int32: [-2147483648, 2147483647],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  uint32: [0, 4294967295],
  uint64: [0, Number.MAX_SAFE_INTEGER],
}
const quantities = ['0', '1', '100m', '1536Mi', '2500u', '5G', '7Ei', '42']
const durations = ['0s', '1h0m0s', '1m30s', '1.5s', '300µs']
const rawObjects: readonly JSONValue[] = [
  { apiVersion: 'example.com/v1', kind: 'Thing', size: 1 },
  { nested: { list: [true, 'x', 2] } },
]

/** The facets of a value, and the boundary to use. */
interface EdgeFacets extends SchemaFacets {
  readonly edge?: Edge | undefined
}

/** A value of a scalar type within its enumeration and bounds, in canonical form. */
export function fillScalar({ kind, enum: allowed }: ScalarDescriptor, random: Random, facets: EdgeFacets): JSONValue {
  const values = facets.enum ?? allowed
  if (values !== undefined && values.length > 0) return random.pick(values)
  switch (kind) {
    case 'string':
      return fillText(random, facets)
    case 'bool':
      return facets.edge === undefined ? random.chance(0.5) : facets.edge === 'largest'
    case 'int32':
    case 'int64':
    case 'uint32':
    case 'uint64':
      return fillInteger(kind, random, facets)
    case 'float':
    case 'double':
      return within(facets.edge === 'smallest' ? 0 : random.between(-1000, 1000) / 8, facets)
    case 'bytes':
      return encodeBase64(Uint8Array.from({ length: bytesOf(random, facets) }, () => random.below(256)))
    case 'time':
      return `${date(random)}T${clock(random)}Z`
    case 'microTime':
      return `${date(random)}T${clock(random)}.${digits(random.below(1_000_000), 6)}Z`
    case 'duration':
      return facets.edge === 'smallest' ? '0s' : random.pick(durations)
    case 'quantity':
      return facets.edge === 'smallest' ? '0' : random.pick(quantities)
    case 'intOrString':
      if (facets.edge !== undefined) return facets.edge === 'smallest' ? 0 : 2147483647
      return random.chance(0.5) ? random.below(65536) : random.word()
    case 'fieldsV1':
      return { 'f:metadata': { 'f:labels': { '.': {}, [`f:${random.word()}`]: {} } } }
    default:
      return structuredClone(random.pick(rawObjects))
  }
}

function bytesOf(random: Random, { edge }: EdgeFacets): number {
  if (edge === 'smallest') return 0
  return edge === 'largest' ? longText : random.below(9)
}

function fillText(random: Random, facets: EdgeFacets): string {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, edge } = facets
  if (edge === 'smallest') return random.word(minLength, minLength)
  if (edge === 'largest') return random.word(Math.min(maxLength, longText), Math.min(maxLength, longText))
  const least = Math.max(Math.min(3, maxLength), minLength)
  return random.word(least, Math.max(least, Math.min(8, maxLength)))
}

/** Small ones mostly, and now and then one at the edge. */
function fillInteger(kind: string, random: Random, facets: EdgeFacets): number {
  const [lowest, highest] = bounds[kind] as readonly [number, number]
  const low = Math.max(lowest, facets.minimum === undefined ? lowest : atLeast(facets))
  const high = Math.min(highest, facets.maximum === undefined ? highest : atMost(facets))
  // Zero is what programs take for nothing.
  if (facets.edge === 'smallest') return onGrid(Math.min(Math.max(low, 0), high), facets)
  if (facets.edge === 'largest')
    return facets.multipleOf === undefined ? high : Math.floor(high / facets.multipleOf) * facets.multipleOf
  if (random.chance(0.1)) return random.chance(0.5) ? low : high
  const start = Math.min(Math.max(low, 1), high)
  return onGrid(random.between(start, Math.min(high, start + 1000)), facets)
}

function atLeast({ minimum = 0, exclusiveMinimum }: SchemaFacets): number {
  return exclusiveMinimum === true ? Math.floor(minimum) + 1 : Math.ceil(minimum)
}

function atMost({ maximum = 0, exclusiveMaximum }: SchemaFacets): number {
  return exclusiveMaximum === true ? Math.ceil(maximum) - 1 : Math.floor(maximum)
}

function onGrid(value: number, { multipleOf }: SchemaFacets): number {
  return multipleOf === undefined ? value : Math.ceil(value / multipleOf) * multipleOf
}

function within(value: number, { minimum = value, maximum = value }: SchemaFacets): number {
  return Math.min(Math.max(value, minimum), maximum)
}

function date(random: Random): string {
  return `${digits(random.between(1970, 2100), 4)}-${digits(random.between(1, 12), 2)}-${digits(random.between(1, 28), 2)}`
}

function clock(random: Random): string {
  return `${digits(random.below(24), 2)}:${digits(random.below(60), 2)}:${digits(random.below(60), 2)}`
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
