import { MachineryError } from '../../errors/machinery-error.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { Decoded } from '../interfaces.js'
import type { KindClass, KubernetesObject } from '../objects/typed-object.js'
import { isUnknownClass } from '../objects/unknown.js'
import { isUnstructuredClass } from '../objects/unstructured.js'

/**
 * The decoded object, if it is of the requested class; Go leaves that to `runtime.DecodeInto`.
 *
 * @throws MachineryError `KindMismatch`.
 */
export function requireClass<T extends KubernetesObject>(decoded: Decoded, into: KindClass<T> | undefined): Decoded<T> {
  const { object, gvk } = decoded
  if (into !== undefined && !(object instanceof into) && !isUnstructuredClass(into) && !isUnknownClass(into)) {
    throw new MachineryError('KindMismatch', `unable to decode ${gvk} into ${into.groupVersionKind}`)
  }
  return decoded as Decoded<T>
}

/** Reports whether a class is that of a kind. */
export function isClassOfKind(type: KindClass | undefined, gvk: GroupVersionKind): type is KindClass {
  return type?.groupVersionKind?.equals(gvk) === true
}
