import { MachineryError } from '../../errors/machinery-error.js'
import type { Decoded } from '../interfaces.js'
import { typeName } from '../type-name.js'
import type { KindClass, KubernetesObject } from '../typed-object.js'
import { isUnknownClass } from '../unknown.js'
import { isUnstructuredClass } from '../unstructured.js'

/**
 * What was decoded, when it is of the class that the caller asked for; Go leaves that to `runtime.DecodeInto`.
 *
 * @throws MachineryError `KindMismatch`.
 */
export function requireClass<T extends KubernetesObject>(decoded: Decoded, into: KindClass<T> | undefined): Decoded<T> {
  if (into === undefined || decoded.object instanceof into || isUnstructuredClass(into) || isUnknownClass(into)) {
    return decoded as Decoded<T>
  }
  throw new MachineryError('KindMismatch', `unable to decode ${decoded.gvk.toString()} into ${typeName(into)}`)
}
