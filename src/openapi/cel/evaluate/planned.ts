import type { Value } from '../values/value.js'
import type { Attribute } from './attribute.js'
import type { Code } from './frame.js'

/** The plan of a part of an expression. */
export interface Plan {
  readonly code: Code
  /** Set where the value is known before. */
  readonly constant?: Value
  /** Set where Go would take steps into it without counting the whole. */
  readonly attribute?: Attribute
}
