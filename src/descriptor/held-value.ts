import type { JSONValue } from '../json/json-value.js'
import { canonicalize } from './to-canonical-json.js'
import type { StructDescriptor, TypeDescriptor, VariantDescriptor } from './types.js'

/**
 * A value as Go holds it after reading: canonical, but with the empty lists and maps of the input. Rules distinguish them
 * from absent ones, writing does not. The input is not changed.
 *
 * @throws as {@link canonicalize}.
 */
export function heldValue(type: TypeDescriptor, value: JSONValue | object): JSONValue {
  const canonical = canonicalize(type, value)
  restoreEmpties(type, canonical, value)
  return canonical
}

type Table = Record<string, unknown>

function restoreEmpties(type: TypeDescriptor, canonical: unknown, original: unknown): void {
  // Stryker disable next-line ConditionalExpression: nothing is restored in what is shared
  if (canonical === original) return
  if (!isObject(canonical) || !isObject(original)) return
  if (type.kind === 'list') {
    if (!Array.isArray(canonical) || !Array.isArray(original)) return
    for (const [i, item] of canonical.entries()) restoreEmpties(type.element, item, original[i])
  } else if (type.kind === 'map') {
    // Nothing in a text is empty; maps of texts are the longest.
    if (type.value.kind === 'string') return
    for (const name of Object.keys(canonical)) restoreEmpties(type.value, canonical[name], original[name])
  } else if (type.kind === 'struct') restoreInStruct(type, canonical, original)
  else if (type.kind === 'variant') restoreEmpties(schemaOrList(type, canonical), canonical, original)
}

function restoreInStruct(type: StructDescriptor, canonical: Table, original: Table): void {
  for (const name of Object.keys(original)) {
    const member = original[name]
    const property = isObject(member) ? type.propertyByName.get(name) : undefined
    if (property === undefined) continue
    if (Object.hasOwn(canonical, name)) restoreEmpties(property.type, canonical[name], member)
    else if (isTable(property.type)) canonical[name] = Array.isArray(member) ? [] : {}
  }
}

function schemaOrList({ schema }: VariantDescriptor, value: object): TypeDescriptor {
  return Array.isArray(value) ? { kind: 'list', element: schema, pointerElements: false } : schema
}

function isTable({ kind }: TypeDescriptor): boolean {
  return kind === 'list' || kind === 'map'
}

function isObject(value: unknown): value is Table {
  return typeof value === 'object' && value !== null
}
