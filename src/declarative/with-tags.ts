import { type FieldTuple, struct as makeStruct } from '../descriptor/build.js'
import { fieldShape } from '../descriptor/field-shape.js'
import type { FieldDescriptor, StructDescriptor, TypeDescriptor } from '../descriptor/types.js'

/** Validation tags of the fields of a type, without `+k8s:`: `{ controllerRef: ['optional', 'immutable'] }`. */
export type FieldTags = Readonly<Record<string, readonly string[]>>

/** The tags of types by their full names (`io.k8s.api.batch.v1.JobSpec`). Other types are not looked into. */
export type TagTable = ReadonlyMap<string, FieldTags>

/**
 * The descriptor of a type with the tags of a table in the place of its own ones, for types that were generated without tags.
 * Lists, unions and enumerations are what tags say they are. Types that the table does not have are not looked into.
 */
export function withTags(root: StructDescriptor, table: TagTable): StructDescriptor {
  const known = new Map<StructDescriptor, StructDescriptor>()

  function tagged(type: TypeDescriptor): TypeDescriptor {
    if (type.kind === 'list') return { ...type, element: tagged(type.element) }
    if (type.kind === 'map') return { ...type, value: tagged(type.value) }
    return type.kind === 'struct' && table.has(type.name) ? structOf(type) : type
  }

  function structOf(type: StructDescriptor): StructDescriptor {
    const found = known.get(type)
    if (found !== undefined) return found
    const tags = table.get(type.name) ?? {}
    const { unions: _, ...options } = type.options
    const declare = () => type.fields.map((field) => tupleOf(field, tags[field.name] ?? []))
    const copy = makeStruct(type.name, declare, options)
    known.set(type, copy)
    return copy
  }

  function tupleOf(field: FieldDescriptor, tags: readonly string[]): FieldTuple {
    const { name, number, type } = field
    const inside = elementOf(type)
    const opaque = inside.kind !== 'struct' || !table.has(inside.name)
    const all = opaque ? [...tags, 'opaqueType'] : tags
    const kept = tags.some(isEnumTag) ? tagged(type) : withoutEnum(tagged(type))
    return [name, number, kept, fieldShape(field), { listType: 'atomic', schema: { tags: all } }]
  }

  return structOf(root)
}

function elementOf(type: TypeDescriptor): TypeDescriptor {
  if (type.kind === 'list') return type.element
  return type.kind === 'map' ? type.value : type
}

/** `enum`, also inside other tags: `eachVal=beta=enum`. */
function isEnumTag(tag: string): boolean {
  return /(?:^|=)enum$/.test(tag)
}

function withoutEnum(type: TypeDescriptor): TypeDescriptor {
  if (type.kind === 'list') return { ...type, element: withoutEnum(type.element) }
  if (type.kind === 'map') return { ...type, value: withoutEnum(type.value) }
  if (!('enum' in type)) return type
  const { enum: _, ...rest } = type
  return rest
}
