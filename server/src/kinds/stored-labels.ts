import { field, map, scalar, struct } from 'apimachinery/descriptor'
import { fromBinary, hasEnvelope } from 'apimachinery/runtime/serializer/protobuf'
import type { GroupVersionKind } from 'apimachinery/schema'
import type { StorageCodec } from '../storage/lazy-object.js'
import type { Attributes } from '../storage/stored-object.js'

/** Bytes before the message of an envelope. */
const prefixLength = 4

const typeMeta = /* @__PURE__ */ struct('TypeMeta', () => [
  field('apiVersion', 1, scalar('string'), '?'),
  field('kind', 2, scalar('string'), '?'),
])
const metadata = /* @__PURE__ */ struct('ObjectMeta', () => [field('labels', 11, map(scalar('string')), '?')])

/** An envelope with an object of any kind, as far as selectors of labels read it: all else is passed over. */
const labelled = /* @__PURE__ */ struct('Unknown', () => [
  field('typeMeta', 1, typeMeta, '*?'),
  field(
    'raw',
    2,
    struct('Object', () => [field('metadata', 1, metadata, '*?')]),
    '*?',
  ),
])

interface Labelled {
  readonly typeMeta?: { readonly apiVersion?: string; readonly kind?: string }
  readonly raw?: { readonly metadata?: Partial<Attributes> }
}

/** Kinds whose defaults set labels: those of the stored bytes are not all that the object has. */
const labelledByDefault: ReadonlySet<string> = /* @__PURE__ */ new Set(['Job', 'Namespace', 'ReplicationController'])

/**
 * Reads the labels of an object from its stored bytes, for a third of what decoding all of it takes. The result is
 * `undefined` where only the decoded object has them: bytes of another version or format, or bytes that cannot be read.
 */
export function storedLabels(stored: GroupVersionKind): StorageCodec['labels'] {
  const { apiVersion, kind } = stored.toAPIVersionAndKind()
  if (labelledByDefault.has(kind)) return undefined
  return (data) => {
    if (!hasEnvelope(data)) return undefined
    try {
      const { typeMeta: own, raw }: Labelled = fromBinary(labelled, data.subarray(prefixLength))
      if (own?.kind !== kind || own.apiVersion !== apiVersion) return undefined
      return raw?.metadata?.labels ?? {}
    } catch {
      // The error is that of decoding the object.
      return undefined
    }
  }
}
