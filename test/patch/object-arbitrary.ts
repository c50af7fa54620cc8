import fc from 'fast-check'
import type { StructDescriptor, StructProperty, TypeDescriptor } from '../../src/descriptor/types.js'
import type { JSONValue } from '../../src/json/json-value.js'

/** How deep objects go, and how many members of a struct are filled. */
export interface ObjectShape {
  readonly depth: number
  readonly members: number
  /**
   * Leave out what Go's strategic merge cannot look into, and refuses when both sides have it: maps of lists and maps,
   * and objects where the type does not declare them.
   */
  readonly mergeable?: boolean
}

const words = ['a', 'b', 'c', 'web', 'x/y', '__proto__', 'constructor', '10', '']
const oddWords = [
  'toString',
  'A',
  '2',
  '1',
  '01',
  '1e1',
  '~0',
  '~1/',
  '\ud800',
  '\u2028<',
  'é',
  '𝄞',
  'null',
  'true',
  '$',
  'a.b',
  '-',
]
const word: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...words), weight: 5 },
  { arbitrary: fc.constantFrom(...oddWords), weight: 2 },
)
/** Beyond what a number holds exactly, and where JavaScript changes its notation. */
const integers: fc.Arbitrary<JSONValue> = fc.constantFrom<JSONValue>(
  0,
  -1,
  2 ** 53 - 1,
  2n ** 53n + 1n,
  2n ** 53n + 2n,
  -(2n ** 63n),
)
const untyped: fc.Arbitrary<JSONValue> = fc.oneof(
  word,
  fc.integer(),
  integers,
  fc.dictionary(word, fc.integer(), { maxKeys: 2 }),
)

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

function memberArbitrary({ type, options }: StructProperty, shape: ObjectShape): fc.Arbitrary<JSONValue> {
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
    case 'int64':
      return fc.oneof(fc.integer({ min: 0, max: 99 }), integers)
    case 'int32':
    case 'uint32':
    case 'uint64':
      return fc.integer({ min: 0, max: 99 })
    case 'float':
    case 'double':
      return fc.constantFrom(0, 0.5, 1e21, 1e-7, -1.5, 5e-324, 2 ** 53)
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
