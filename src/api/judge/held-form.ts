import { canonicalize } from '../../descriptor/to-canonical-json.js'
import type { StructDescriptor, TypeDescriptor } from '../../descriptor/types.js'
import type { JSONValue } from '../../json/json-value.js'
import { instantiate } from '../../runtime/objects/instantiate.js'
import type { KindClass, KubernetesObject } from '../../runtime/objects/typed-object.js'

/**
 * An object as Go holds it after reading: as it would be written, but with the empty lists and maps that stood in the
 * input. Rules tell them from absent ones, writing does not.
 */
export function heldForm<T extends KubernetesObject>(object: object, type: KindClass<T>): T {
  const canonical = canonicalize(type.descriptor, object) as JSONValue
  restoreEmpties(type.descriptor, canonical, object)
  return instantiate(canonical, type)
}

/** An object as Go writes it. */
export function writtenForm<T extends KubernetesObject>(object: object, type: KindClass<T>): T {
  return instantiate(canonicalize(type.descriptor, object) as JSONValue, type)
}

type Table = Record<string, unknown>

function restoreEmpties(type: TypeDescriptor, canonical: unknown, original: unknown): void {
  if (!isObject(canonical) || !isObject(original) || canonical === original) return
  if (type.kind === 'list') {
    const items = original as unknown as unknown[]
    for (const [i, item] of (canonical as unknown as unknown[]).entries()) restoreEmpties(type.element, item, items[i])
  } else if (type.kind === 'map') {
    for (const name of Object.keys(canonical)) restoreEmpties(type.value, canonical[name], original[name])
  } else if (type.kind === 'struct') restoreInStruct(type, canonical, original)
  else if (type.kind === 'variant' && !Array.isArray(canonical)) restoreEmpties(type.schema, canonical, original)
}

function restoreInStruct(type: StructDescriptor, canonical: Table, original: Table): void {
  for (const name of Object.keys(original)) {
    const member = original[name]
    const property = isObject(member) ? type.propertyByName.get(name) : undefined
    if (property === undefined) continue
    if (Object.hasOwn(canonical, name)) restoreEmpties(property.type, canonical[name], member)
    else if (isTable(property.type) && isEmpty(member as object)) canonical[name] = Array.isArray(member) ? [] : {}
  }
}

function isTable({ kind }: TypeDescriptor): boolean {
  return kind === 'list' || kind === 'map'
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0
}

function isObject(value: unknown): value is Table {
  return typeof value === 'object' && value !== null
}
