import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { KindRegistry } from '../interfaces.js'
import type { KubernetesObject } from '../objects/typed-object.js'

/** The kinds an object can be, and whether its class is free of versions. */
export interface ObjectKinds {
  readonly gvks: readonly GroupVersionKind[]
  readonly unversioned: boolean
}

/** Determines the kinds of objects. `Scheme` implements it. */
export interface ObjectTyper extends KindRegistry {
  /**
   * Every kind that an object can be.
   *
   * @throws NotRegisteredError, MissingKindError, MissingVersionError
   */
  objectKinds(object: KubernetesObject): ObjectKinds
  /** Reports whether exactly this group, version and kind is registered. */
  recognizes(gvk: GroupVersionKind): boolean
}
