import { MachineryError } from '../../../errors/machinery-error.js'
import { isTypedObject, type KindClass, type KubernetesObject, kindClassOf } from '../../objects/typed-object.js'
import { isUnstructured, isUnstructuredClass } from '../../objects/unstructured.js'
import { groupVersionKindOf } from '../../scheme/kind-access.js'

/**
 * Reports whether an object that was decoded is a list: by its class, and without one by whether the input had `items`. A
 * list that is empty may leave them out, another object may not have them by chance.
 */
export function isDecodedList(object: KubernetesObject, hadItems: boolean): boolean {
  if (!isTypedObject(object) || isUnstructured(object)) return hadItems
  return kindClassOf(object).descriptor.propertyByName.get('items')?.type.kind === 'list'
}

/**
 * Checks that items are of the requested class.
 *
 * @throws MachineryError `KindMismatch`.
 */
export function requireItemClass(item: KubernetesObject, itemClass: KindClass | undefined): void {
  if (itemClass === undefined || item instanceof itemClass || isUnstructuredClass(itemClass)) return
  const found =
    isTypedObject(item) && !isUnstructured(item) ? kindClassOf(item).groupVersionKind : groupVersionKindOf(item)
  // A class of the other format of this package, or of another copy.
  if (isTypedObject(item) && found.toString() === itemClass.groupVersionKind.toString()) return
  throw new MachineryError('KindMismatch', `unable to decode ${found} into ${itemClass.groupVersionKind}`)
}
