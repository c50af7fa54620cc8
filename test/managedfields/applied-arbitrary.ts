import fc from 'fast-check'
import type {
  FieldOptions,
  ListDescriptor,
  ScalarKind,
  StructDescriptor,
  StructProperty,
  TypeDescriptor,
} from '../../src/descriptor/types.js'
import type { JSONObject, JSONValue } from '../../src/json/json-value.js'

const word: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', 'web', 'x/y', '__proto__', 'constructor', '10')
const texts: Readonly<Partial<Record<ScalarKind, string>>> = {
  bytes: 'YQ==',
  time: '2024-01-02T03:04:05Z',
  microTime: '2024-01-02T03:04:05.000000Z',
  duration: '1h0m0s',
  quantity: '500m',
}

/** Fields that the server writes or that identify an object; they have no owner. */
const unowned = new Set([
  'apiVersion',
  'kind',
  'name',
  'namespace',
  'generateName',
  'creationTimestamp',
  'selfLink',
  'uid',
  'generation',
  'managedFields',
  'resourceVersion',
])

/**
 * Apply configurations of a kind, without what Go leaves out or what cannot be owned, so no zero values,
 * nothing empty, and list items with all their keys, each once.
 */
export function appliedArbitrary(type: StructDescriptor): fc.Arbitrary<JSONObject> {
  return structArbitrary(type, 6, (name) => name !== 'apiVersion' && name !== 'kind')
}

function structArbitrary(
  type: StructDescriptor,
  depth: number,
  wanted: (name: string) => boolean = () => true,
): fc.Arbitrary<JSONObject> {
  const filled = type.properties.flatMap((property) => {
    const value = wanted(property.name) ? memberArbitrary(property, depth) : undefined
    return value === undefined ? [] : [[property.name, value] as const]
  })
  if (filled.length === 0) return fc.constant({})
  return fc
    .subarray(filled, { minLength: 1, maxLength: Math.min(4, filled.length) })
    .chain((chosen) => fc.record(Object.fromEntries(chosen), { noNullPrototype: true }))
}

function memberArbitrary({ name, type, options }: StructProperty, depth: number): fc.Arbitrary<JSONValue> | undefined {
  if (name === 'metadata' && type.kind === 'struct')
    return structArbitrary(type, depth - 1, (each) => !unowned.has(each))
  return type.kind === 'list' ? listArbitrary(type, options, depth) : valueArbitrary(type, depth)
}

/** The keys of an associative list; none for a set, `undefined` for an atomic list. */
function keysOf({ listType, listMapKeys, patchStrategy, patchMergeKey }: FieldOptions): readonly string[] | undefined {
  if (listType !== undefined) return listType === 'atomic' ? undefined : (listMapKeys ?? [])
  if (patchStrategy?.includes('merge') !== true) return undefined
  return patchMergeKey === undefined ? [] : [patchMergeKey]
}

function listArbitrary(
  { element }: ListDescriptor,
  options: FieldOptions,
  depth: number,
): fc.Arbitrary<JSONValue> | undefined {
  const value = valueArbitrary(element, depth - 1)
  const keys = keysOf(options)
  if (value === undefined) return undefined
  if (keys === undefined) return fc.array(value, { minLength: 1, maxLength: 3 })
  const item = keys.length === 0 ? value : withKeys(element as StructDescriptor, value, keys)
  return fc.uniqueArray(item, { minLength: 1, maxLength: 3, selector: (each) => identity(each, keys) })
}

function withKeys(
  type: StructDescriptor,
  value: fc.Arbitrary<JSONValue>,
  keys: readonly string[],
): fc.Arbitrary<JSONValue> {
  const scalars = keys.map((key) => {
    const held = type.propertyByName.get(key)?.type
    return [key, (held && valueArbitrary(held, 0)) ?? word] as const
  })
  const record = fc.record(Object.fromEntries(scalars), { noNullPrototype: true })
  return fc.tuple(value, record).map(([item, key]) => ({ ...(item as JSONObject), ...key }))
}

function identity(item: JSONValue, keys: readonly string[]): string {
  return JSON.stringify(keys.length === 0 ? item : keys.map((key) => (item as JSONObject)[key]))
}

function valueArbitrary(type: TypeDescriptor, depth: number): fc.Arbitrary<JSONValue> | undefined {
  switch (type.kind) {
    case 'struct':
      return depth <= 0 || type.properties.length === 0 ? undefined : structArbitrary(type, depth - 1)
    case 'list':
      return depth <= 0 ? undefined : listArbitrary(type, {}, depth)
    case 'map': {
      const value = depth <= 0 ? undefined : valueArbitrary(type.value, depth - 1)
      return value && fc.dictionary(word, value, { minKeys: 1, maxKeys: 3, noNullPrototype: true })
    }
    case 'variant':
      return undefined
    case 'string':
      return word
    case 'bool':
      return fc.constant(true)
    case 'float':
    case 'double':
      return fc.constantFrom(0.5, 2)
    case 'intOrString':
      return fc.oneof(fc.integer({ min: 1, max: 9 }), word)
    case 'rawExtension':
    case 'json':
    case 'any':
    case 'fieldsV1':
      return fc.constant({ some: 'json' })
    default:
      return texts[type.kind] === undefined ? fc.integer({ min: 1, max: 9 }) : fc.constant(texts[type.kind] as string)
  }
}
