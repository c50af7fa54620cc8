import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { KindClass } from '../objects/typed-object.js'

/** Options of a `Scheme`. */
export interface SchemeOptions {
  /** Used in error messages, to distinguish schemes. */
  readonly name?: string
  /**
   * Which kinds the scheme has; all where absent. Others that are given to it are not registered: a hub of such a kind converts
   * between the versions that the scheme has, as an internal type does.
   */
  readonly hasKind?: (gvk: GroupVersionKind) => boolean
  /**
   * The class that stands for another one wherever that is given to the scheme: a subclass of it, or the class itself. The answer
   * for a class is always the same.
   */
  readonly standInFor?: (type: KindClass) => KindClass
}
