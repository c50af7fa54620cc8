import type { StructDescriptor, TypeDescriptor } from '../../descriptor/types.js'

/**
 * Makes empty lists and maps null, in place, as they are after storage: protobuf, in which servers store built-in kinds,
 * does not distinguish them. Values without a type (raw JSON) stay unchanged.
 */
export function nullEmpties(type: TypeDescriptor, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (type.kind === 'struct') nullEmptiesIn(value as Record<string, unknown>, (name) => memberType(type, name))
  else if (type.kind === 'map') nullEmptiesIn(value as Record<string, unknown>, () => type.value)
  else if (type.kind === 'list') for (const item of value as unknown[]) nullEmpties(type.element, item)
  else if (type.kind === 'variant' && !Array.isArray(value)) nullEmpties(type.schema, value)
}

function memberType(type: StructDescriptor, name: string): TypeDescriptor | undefined {
  return type.propertyByName.get(name)?.type
}

function nullEmptiesIn(value: Record<string, unknown>, typeOf: (name: string) => TypeDescriptor | undefined): void {
  for (const [name, member] of Object.entries(value)) {
    const type = typeOf(name)
    if (type === undefined || typeof member !== 'object' || member === null) continue
    const isTable = type.kind === 'list' || type.kind === 'map'
    if (isTable && Object.keys(member).length === 0) value[name] = null
    else nullEmpties(type, member)
  }
}
