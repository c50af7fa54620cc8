import type { ConversionType } from '../../conversion/conversion-type.js'
import type { ConversionFunction } from '../../conversion/scope.js'
import type { GroupVersion } from '../../schema/group-version.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { KindClass, KubernetesObject } from '../objects/typed-object.js'

/** The part of a scheme that `addToScheme` functions use. `Scheme` implements it. */
export interface KindRegistrar {
  /** Registers classes in a group and version, each under the kind it names itself. */
  addKnownTypes(gv: GroupVersion, ...types: KindClass[]): unknown
  /** Registers one class under any group, version and kind. */
  addKnownTypeWithName(gvk: GroupVersionKind, type: KindClass): unknown
  /** Registers classes that no version changes, such as `Status`. */
  addUnversionedTypes(gv: GroupVersion, ...types: KindClass[]): unknown
  /** Names the class through which the versions of its kind convert. */
  addHub(type: KindClass): unknown
  /** Registers the function that fills defaults into objects of a class. */
  addTypeDefaultingFunc<T extends KubernetesObject>(type: KindClass<T>, fill: (object: T) => void): unknown
  /** Registers a generated conversion. A hand-written one takes precedence. */
  addGeneratedConversionFunc<From extends object, To extends object>(
    from: ConversionType<From>,
    to: ConversionType<To>,
    convert: ConversionFunction<From, To>,
  ): unknown
}
