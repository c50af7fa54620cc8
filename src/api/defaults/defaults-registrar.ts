import type { KindClass, KubernetesObject } from '../../runtime/objects/typed-object.js'
import type { KindRegistrar } from '../../runtime/scheme/kind-registrar.js'
import { itemsOf } from './items-of.js'

/** The part of a scheme that functions which register defaults use. `Scheme` implements it. */
export type DefaultsRegistrar = Pick<KindRegistrar, 'addTypeDefaultingFunc'>

/** Settings for the defaults of `resource.k8s.io`. */
export interface ResourceDefaultsOptions {
  /** The time at which taints are added that name none. Default: now. */
  readonly now?: () => Date
}

/** A kind, its list, and what fills one object. */
export interface KindDefaults<T extends KubernetesObject> {
  readonly type: KindClass<T>
  readonly list: KindClass
  fill(object: T): void
}

/** Registers defaults of a kind, and of its list by way of the items. */
export function withList<T extends KubernetesObject>(scheme: DefaultsRegistrar, defaults: KindDefaults<T>): void {
  const fill = (object: T): void => defaults.fill(object)
  scheme.addTypeDefaultingFunc(defaults.type, fill)
  scheme.addTypeDefaultingFunc(defaults.list, (list) => {
    for (const item of itemsOf((list as { items?: T[] }).items, () => new defaults.type())) fill(item)
  })
}

/**
 * Input of {@link withFields}: as {@link KindDefaults}, with a function over the common fields of the versions of a kind.
 */
export interface FieldDefaults<T extends object> {
  readonly type: KindClass
  readonly list: KindClass
  fill(object: T): void
}

/** As {@link withList}, for one function over several versions of a kind. */
export function withFields<T extends object>(scheme: DefaultsRegistrar, defaults: FieldDefaults<T>): void {
  withList(scheme, defaults as unknown as KindDefaults<KubernetesObject>)
}
