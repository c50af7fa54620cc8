import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import { jsonFormat } from 'apimachinery/runtime/serializer/json'
import type { GroupVersionKind } from 'apimachinery/schema'
import type { WebhookAnswer } from './webhook.js'
import { WebhookError } from './webhook-error.js'

/**
 * Reads answers that should be objects of one kind, in any order of fields and without their kind, too. Throws `WebhookError` in
 * Go's words for anything else: no bytes, no JSON, another kind that the reader knows or one that it does not, fields of wrong
 * types.
 *
 * Source: `Result.Into` of k8s.io/client-go/rest with the codec of k8s.io/apiserver/pkg/util/webhook.
 */
export function reviewReader<T extends KubernetesObject>(
  type: KindClass<T>,
  isKnown: (gvk: GroupVersionKind) => boolean = () => true,
): (answer: WebhookAnswer) => T {
  const registry = {
    name: 'pkg/runtime/scheme.go:111',
    classFor: (gvk: GroupVersionKind) => onlyOf(type, gvk, isKnown),
  }
  const { serializer } = jsonFormat(registry, { mode: 'faithful', pretty: false, integers: 'bigint' })
  return ({ bytes, status, contentType }) => {
    if (bytes.length === 0) {
      throw new WebhookError(`0-length response with status code: ${status} and content type: ${contentType}`)
    }
    // Go reads nothing into the object.
    const object = isNull(bytes) ? emptyObject : bytes
    return serializer.decode(object, { into: type }).object
  }
}

const emptyObject = Buffer.from('{}')

function isNull(bytes: Uint8Array): boolean {
  return bytes.length < 16 && Buffer.from(bytes).toString('latin1').trim() === 'null'
}

function onlyOf(
  type: KindClass,
  gvk: GroupVersionKind,
  isKnown: (gvk: GroupVersionKind) => boolean,
): KindClass | undefined {
  const { group, version, kind } = gvk
  const wanted = type.groupVersionKind
  if (group === wanted.group && version === wanted.version && kind === wanted.kind) return type
  if (!isKnown(gvk)) return undefined
  throw new WebhookError(`converting (${version}.${kind}) to (${wanted.version}.${wanted.kind}): unknown conversion`)
}
