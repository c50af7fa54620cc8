import fc from 'fast-check'
import type { PropertyDescriptor, StructDescriptor, TypeDescriptor } from '../../src/descriptor/types.js'
import type { JSONValue } from '../../src/json/json-value.js'

/** How deep objects go, and how many members of a struct are filled. */
export interface ObjectShape {
  readonly depth: number
  readonly members: number
  /**
   * Leave out what Go's strategic merge cannot look into, and refuses when both sides have it: maps of lists and maps,
   * and objects where the type says nothing about them.
   */
  readonly mergeable?: boolean
}

const words = ['a', 'b', 'c', 'web', 'x/y', '__proto__', 'constructor', '10', '']
const word: fc.Arbitrary<string> = fc.constantFrom(...words)
const untyped: fc.Arbitrary<JSONValue> = fc.oneof(word, fc.integer(), fc.dictionary(word, fc.integer(), { maxKeys: 2 }))

/**
 * JSON objects of a type: some of its fields, without nulls; lists that are merged have each element once.
 */
export function objectArbitrary(type: StructDescriptor, shape: ObjectShape): fc.Arbitrary<JSONValue> {
  const properties = type.properties.filter(({ type: held }) => shape.depth > 0 || isScalar(held))
  return fc.subarray([...properties], { maxLength: Math.min(shape.members, properties.length) }).chain((chosen) => {
    const members = chosen.map((property) => memberArbitrary(property, { ...shape, depth: shape.depth - 1 }))
    return fc.tuple(...members).map((values) =>
      objectFrom(
        chosen.map(({ name }) => name),
        values,
      ),
    )
  })
}

function objectFrom(names: readonly string[], values: readonly JSONValue[]): JSONValue {
  return Object.fromEntries(names.map((name, i) => [name, values[i] as JSONValue]))
}

function isScalar(type: TypeDescriptor): boolean {
  return !['struct', 'list', 'map', 'variant'].includes(type.kind)
}

function memberArbitrary({ type, options }: PropertyDescriptor, shape: ObjectShape): fc.Arbitrary<JSONValue> {
  const isMerged = options.patchStrategy?.split(',').includes('merge') === true
  if (type.kind !== 'list' || !isMerged) return valueArbitrary(type, shape)
  const key = options.patchMergeKey
  if (key === undefined) return fc.uniqueArray(valueArbitrary(type.element, shape), { maxLength: 4 })
  const element = type.element as StructDescriptor
  const keyType = element.propertyByName.get(key)?.type ?? { kind: 'string' }
  const keyed = fc
    .tuple(valueArbitrary(element, shape), valueArbitrary(keyType, shape))
    .map(([value, held]) => ({ ...(value as object), [key]: held }))
  return fc.uniqueArray(keyed, { maxLength: 4, selector: (value) => String(value[key]) })
}

function valueArbitrary(type: TypeDescriptor, shape: ObjectShape): fc.Arbitrary<JSONValue> {
  const below = { ...shape, depth: shape.depth - 1 }
  switch (type.kind) {
    case 'struct':
      return objectArbitrary(type, shape)
    case 'list':
      return fc.array(valueArbitrary(type.element, below), { maxLength: 3 })
    case 'map':
      if (shape.mergeable === true && !isScalar(type.value)) return fc.constant({})
      return fc.dictionary(word, valueArbitrary(type.value, below), { maxKeys: 3, noNullPrototype: true })
    case 'variant':
      if (shape.mergeable === true) return fc.boolean()
      return objectArbitrary(type.schema, { depth: Math.min(below.depth, 1), members: 2 })
    case 'bool':
      return fc.boolean()
    case 'int32':
    case 'int64':
    case 'uint32':
    case 'uint64':
      return fc.integer({ min: 0, max: 99 })
    case 'float':
    case 'double':
      return fc.constantFrom(0, 0.5, 1e21)
    case 'intOrString':
      return fc.oneof(fc.nat(9), word)
    case 'rawExtension':
    case 'json':
    case 'any':
    case 'fieldsV1':
      return shape.mergeable === true ? word : untyped
    default:
      return word
  }
}
