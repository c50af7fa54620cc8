import type { ConversionType } from '../conversion/conversion-type.js'
import type { ConversionFunction } from '../conversion/scope.js'
import type { GroupVersion } from '../schema/group-version.js'
import type { GroupVersionKind } from '../schema/group-version-kind.js'
import type { KindClass, KubernetesObject } from './typed-object.js'

/** What `addToScheme` functions ask of a scheme. `Scheme` implements it. */
export interface KindRegistrar {
  addKnownTypes(gv: GroupVersion, ...types: KindClass[]): unknown
  addKnownTypeWithName(gvk: GroupVersionKind, type: KindClass): unknown
  addUnversionedTypes(gv: GroupVersion, ...types: KindClass[]): unknown
  addHub(type: KindClass): unknown
  addTypeDefaultingFunc<T extends KubernetesObject>(type: KindClass<T>, fill: (object: T) => void): unknown
  addGeneratedConversionFunc<From extends object, To extends object>(
    from: ConversionType<From>,
    to: ConversionType<To>,
    convert: ConversionFunction<From, To>,
  ): unknown
}
