import type { FieldOptions, ListDescriptor, StructDescriptor, TypeDescriptor } from '../../descriptor/types.js'
import { weakMemo } from '../../internal/weak-memo.js'
import { listRelationship } from './descriptor-schema.js'

/**
 * Reports whether canonical values of a type always conform to its schema, where lists may have items that are selected alike: all else is
 * of the right type already, and the items of every list have what selects them.
 */
export const isAlwaysSelectable: (type: StructDescriptor) => boolean = /* @__PURE__ */ weakMemo((type) =>
  holds(type, {}, new Set()),
)

function holds(type: TypeDescriptor, options: FieldOptions, seen: Set<StructDescriptor>): boolean {
  switch (type.kind) {
    case 'struct':
      if (seen.has(type)) return true
      seen.add(type)
      return type.properties.every((property) => holds(property.type, property.options, seen))
    case 'list':
      return hasSelectors(type, options) && holds(type.element, {}, seen)
    case 'map':
      return holds(type.value, {}, seen)
    default:
      // Schemas and untyped JSON may be anything; managed fields are taken out before.
      return true
  }
}

/** Types whose values select themselves. */
const scalars: ReadonlySet<string> = /* @__PURE__ */ new Set('string bool int32 int64 uint32 uint64'.split(' '))

function hasSelectors({ element, pointerElements }: ListDescriptor, options: FieldOptions): boolean {
  const { elementRelationship, keys = [] } = listRelationship(options)
  if (elementRelationship !== 'associative') return true
  if (pointerElements) return false
  if (keys.length === 0) return scalars.has(element.kind)
  return element.kind === 'struct' && keys.some((key) => isAlwaysThere(element, key))
}

function isAlwaysThere(struct: StructDescriptor, name: string): boolean {
  const property = struct.propertyByName.get(name)
  if (property === undefined) return false
  return property.options.default !== undefined || (property.omit === 'never' && !property.pointer)
}
