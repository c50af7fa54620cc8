import type { StaticType } from './cel-static-type.js'
import type { Value } from './value.js'

/** The implementation of an overload. */
export type Implementation = (...args: Value[]) => Value

/** One form of a function. */
export interface Overload {
  /** Go's name of the form: costs go by it. */
  readonly id: string
  /** It is called on a value, which is the first argument. */
  readonly member: boolean
  readonly args: readonly StaticType[]
  readonly result: StaticType
  /** Names of the type parameters in `args` and `result`. */
  readonly parameters: readonly string[]
  /** What is called, for a function that is not of the library. */
  readonly implementation?: Implementation
}
