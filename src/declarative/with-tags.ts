import { type FieldTuple, struct as makeStruct } from '../descriptor/build.js'
import { fieldShape } from '../descriptor/field-shape.js'
import type { FieldDescriptor, StructDescriptor, TypeDescriptor } from '../descriptor/types.js'

/**
 * Validation tags by type and field, without `+k8s:`: `{ WorkloadSpec: { controllerRef: ['optional', 'immutable'] } }`.
 * Types are named without their package.
 */
export type TagTable = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/**
 * The descriptor of a type with the tags of a table in the place of its own ones, for types that were generated without tags.
 * What a list is comes from tags alone (`listType=map`). Types that the table does not have are not looked into.
 */
export function withTags(root: StructDescriptor, table: TagTable): StructDescriptor {
  const known = new Map<StructDescriptor, StructDescriptor>()

  function tagged(type: TypeDescriptor): TypeDescriptor {
    if (type.kind === 'list') return { ...type, element: tagged(type.element) }
    return type.kind === 'struct' && tagsOf(type) !== undefined ? structOf(type) : type
  }

  function tagsOf({ name }: StructDescriptor): TagTable[string] | undefined {
    const short = name.slice(name.lastIndexOf('.') + 1)
    return Object.hasOwn(table, short) ? table[short] : undefined
  }

  function structOf(type: StructDescriptor): StructDescriptor {
    const found = known.get(type)
    if (found !== undefined) return found
    const tags = tagsOf(type) ?? {}
    const copy = makeStruct(
      type.name,
      () => type.fields.map((field) => tupleOf(field, tags[field.name] ?? [])),
      type.options,
    )
    known.set(type, copy)
    return copy
  }

  function tupleOf(field: FieldDescriptor, tags: readonly string[]): FieldTuple {
    const { name, number, type } = field
    const inside = type.kind === 'list' ? type.element : type
    const opaque = inside.kind === 'struct' && tagsOf(inside) === undefined
    const all = opaque ? [...tags, 'opaqueType'] : tags
    return [name, number, tagged(type), fieldShape(field), { listType: 'atomic', schema: { tags: all } }]
  }

  return structOf(root)
}
