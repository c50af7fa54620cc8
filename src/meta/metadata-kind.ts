import type { StructDescriptor } from '../descriptor/types.js'
import { isTypedObject, type KubernetesObject, kindClassOf } from '../runtime/objects/typed-object.js'

/** Which metadata an object has by its class; an object without class is a list when it has `items`. */
export function metadataKindOf(object: KubernetesObject): 'object' | 'list' | 'none' {
  const descriptor = descriptorOf(object)
  if (descriptor === undefined) return Array.isArray((object as { items?: unknown }).items) ? 'list' : 'object'
  const metadata = descriptor.propertyByName.get('metadata')?.type
  if (metadata === undefined || metadata.kind !== 'struct')
    return descriptor.options.preserveUnknownFields ? 'object' : 'none'
  return metadata.propertyByName.has('continue') ? 'list' : 'object'
}

/** The descriptor of a typed object. */
export function descriptorOf(object: object): StructDescriptor | undefined {
  if (!isTypedObject(object)) return undefined
  return kindClassOf(object).descriptor
}
