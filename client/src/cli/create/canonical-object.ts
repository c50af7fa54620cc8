import { type KindClass, type KubernetesObject, Unstructured } from 'apimachinery/runtime'
import { jsonFormat } from 'apimachinery/runtime/serializer/json'

/** An object with the empty structs that Go writes, without a class: what kubectl prints and sends of what it makes. */
export function canonicalObject(object: KubernetesObject): Unstructured {
  const type = object.constructor as unknown as KindClass
  const registry = { name: 'create', classFor: () => type }
  const { serializer } = jsonFormat(registry, { mode: 'canonical', pretty: false, integers: 'bigint' })
  return new Unstructured(JSON.parse(new TextDecoder().decode(serializer.encode(object))) as object)
}
