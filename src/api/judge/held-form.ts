import { heldValue } from '../../descriptor/held-value.js'
import { canonicalize } from '../../descriptor/to-canonical-json.js'
import { instantiate } from '../../runtime/objects/instantiate.js'
import type { KindClass, KubernetesObject } from '../../runtime/objects/typed-object.js'

/** An object as Go holds it after reading; see {@link heldValue}. */
export function heldForm<T extends KubernetesObject>(object: object, type: KindClass<T>): T {
  return instantiate(heldValue(type.descriptor, object), type)
}

/** An object as Go writes it. */
export function writtenForm<T extends KubernetesObject>(object: object, type: KindClass<T>): T {
  return instantiate(canonicalize(type.descriptor, object), type)
}
