import { appendCanonicalJSON } from '../../../descriptor/to-canonical-json.js'
import { encodeUtf8 } from '../../../internal/utf8.js'
import { Utf8Sink } from '../../../internal/utf8-sink.js'
import { stringifyJSON } from '../../../json/stringify-json.js'
import type { KindRegistry } from '../../interfaces.js'
import { asRead } from '../../objects/nil-items.js'
import { requireObject } from '../../objects/require-object.js'
import { isTypedObject, type KindClass, type KubernetesObject, kindClassOf } from '../../objects/typed-object.js'
import { isUnknown } from '../../objects/unknown.js'
import { isUnstructured, isUnstructuredClass } from '../../objects/unstructured.js'
import { groupVersionKindOf } from '../../scheme/kind-access.js'

/** How {@link writeJSON} writes. */
export interface WriteJSONOptions {
  /** Write the bytes that Go writes, instead of the object unchanged. */
  readonly canonical: boolean
  readonly pretty: boolean
  /** Finds the type of plain objects that declare their kind. */
  readonly registry?: KindRegistry | undefined
}

/**
 * Writes an object. As in Go, compact JSON ends with a newline and pretty JSON does not.
 *
 * @throws MachineryError `InvalidObject` for a value that is not an object.
 */
export function writeJSON(object: KubernetesObject, options: WriteJSONOptions): Uint8Array {
  if (isUnknown(object)) return object.raw
  requireObject(object)
  const given = asRead(object)
  const end = options.pretty ? '' : '\n'
  if (!options.canonical) return encodeUtf8(faithfulText(given, options.pretty) + end)
  const sink = new Utf8Sink()
  appendCanonical(sink, object, { ...options, given })
  sink.append(end)
  return sink.finish()
}

function faithfulText(object: object, pretty: boolean): string {
  try {
    return JSON.stringify(object, undefined, pretty ? 2 : undefined)
  } catch {
    // Values with bigint, and values nested deeper than the stack, take the longer way.
    return stringifyJSON(object, { pretty, keys: 'kept' })
  }
}

function appendCanonical(
  sink: Utf8Sink,
  object: KubernetesObject,
  { pretty, registry, given }: WriteJSONOptions & { readonly given: object },
): void {
  const type = classOf(object, registry)
  if (type === undefined) sink.append(stringifyJSON(given, { pretty }))
  else appendCanonicalJSON(type.descriptor, given, { pretty, sink })
}

/** The class of an object; undefined for unstructured ones. */
export function classOf(object: KubernetesObject, registry: KindRegistry | undefined): KindClass | undefined {
  if (isUnstructured(object)) return undefined
  if (isTypedObject(object)) return kindClassOf(object)
  const type = registry?.classFor(groupVersionKindOf(object))
  return isUnstructuredClass(type) ? undefined : type
}
