import type { KubernetesObject } from 'apimachinery/runtime'
import type { SerializerInfo } from 'apimachinery/runtime/serializer'

/** Writes objects as they are served in JSON. */
export function jsonOf(serializers: readonly SerializerInfo[]): (object: unknown) => string {
  const json = serializers.find(({ mediaType }) => mediaType === 'application/json')
  if (json === undefined) throw new Error('no JSON serializer')
  return (object) => Buffer.from(json.serializer.encode(object as KubernetesObject)).toString('utf8')
}
