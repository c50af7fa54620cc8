import { stringifyJSON } from 'apimachinery/json'
import { type KindClass, type KubernetesObject, type Serializer, Unstructured } from 'apimachinery/runtime'
import { jsonFormat } from 'apimachinery/runtime/serializer/json'
import { classOf } from '../../rest/resource-kind.js'

/**
 * An object with the empty structs that Go writes, without a class, fields in Go's order: what kubectl prints and sends of what
 * it makes.
 */
export function canonicalObject(object: KubernetesObject): Unstructured {
  return withSerializer(classOf(object), (serializer) => decodeBytes(serializer.encode(object)))
}

/** As {@link canonicalObject}, for an answer of the server, which is an object of a class. */
export function canonicalAs(type: KindClass, object: Unstructured): Unstructured {
  const text = new TextEncoder().encode(stringifyJSON(object))
  return withSerializer(type, (serializer) =>
    decodeBytes(serializer.encode(serializer.decode(text, { into: type }).object)),
  )
}

function withSerializer(type: KindClass, write: (serializer: Serializer) => string): Unstructured {
  const registry = { name: 'create', classFor: () => type }
  const { serializer } = jsonFormat(registry, { mode: 'canonical', pretty: false, integers: 'bigint' })
  return new Unstructured(JSON.parse(write(serializer)))
}

function decodeBytes(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
