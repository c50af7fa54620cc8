import type { StructDescriptor } from '../descriptor/types.js'
import { isTypedObject, type KindClass, kindClassOf } from '../runtime/objects/typed-object.js'
import { isUnstructured, isUnstructuredClass } from '../runtime/objects/unstructured.js'
import { patchMetaFromDescriptor } from './descriptor-patch-meta.js'
import { fixedError, patchError } from './patch-error.js'
import type { LookupPatchMeta } from './patch-meta.js'

/** A source of patch metadata for a type: a kind class, a descriptor, or metadata from elsewhere such as OpenAPI. */
export type PatchSchema = LookupPatchMeta | StructDescriptor | Pick<KindClass, 'descriptor'>

/**
 * The metadata of a schema; without one, that of the class of `document`.
 *
 * @throws MachineryError `UnsupportedStrategicMergePatchFormat` for unstructured objects, `BadArgKind` if the type is
 * unknown.
 */
export function patchMetaFor(schema: PatchSchema | undefined, document?: unknown): LookupPatchMeta {
  if (schema === undefined) return patchMetaOfObject(document)
  if (isUnstructuredClass(schema)) throw fixedError('UnsupportedStrategicMergePatchFormat')
  if ('lookupPatchMetadataForStruct' in schema) return schema
  return patchMetaFromDescriptor('descriptor' in schema ? schema.descriptor : schema)
}

function patchMetaOfObject(document: unknown): LookupPatchMeta {
  if (isUnstructured(document)) throw fixedError('UnsupportedStrategicMergePatchFormat')
  if (isTypedObject(document)) return patchMetaFromDescriptor(kindClassOf(document).descriptor)
  throw patchError('BadArgKind', 'expected a struct, but received no type: name the kind of the document')
}
