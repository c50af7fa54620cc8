import { messageOf } from '../../errors/message-of.js'
import { Quantity } from '../../resource/quantity.js'
import { readSignature } from './check/declarations.js'
import type { StaticType } from './values/cel-static-type.js'
import { jsonOf } from './values/json-of.js'
import type { Implementation, Overload } from './values/overload.js'
import { QuantityValue } from './values/quantity-value.js'
import { toValueOf } from './values/typed-value.js'
import { CELError, type Value } from './values/value.js'

/** A function that a program adds to those of Kubernetes: `{ signature: 'double_half (double) double', call }`. */
export interface CELFunction {
  /**
   * `[.]name id (arguments) result`: a dot before the name for one that is called on its first argument, an id of its own, and types as
   * in `map(string, int)`. Names of operators are those of the language, such as `_+_`.
   */
  readonly signature: string
  /**
   * Called with plain JSON as `jsonOf` gives it, and with a `Quantity` for each quantity; its result is read as the declared type. What it
   * throws is the error of the evaluation.
   */
  call(...args: never[]): unknown
}

/** The name of a function and its overload. */
export function ownOverload({ signature, call }: CELFunction): readonly [string, Overload] {
  const [name, overload] = readSignature(signature)
  return [name, { ...overload, implementation: implementationOf(call, overload.result) }]
}

function implementationOf(call: CELFunction['call'], result: StaticType): Implementation {
  const toValue = toValueOf(result)
  const run = call as (...args: unknown[]) => unknown
  return (...values: Value[]) => {
    try {
      const made = run(...values.map(plain))
      return toValue(made instanceof Quantity ? new QuantityValue(made) : made)
    } catch (error) {
      // The stack is at its end: the evaluation says so.
      if (error instanceof RangeError) throw error
      return new CELError(messageOf(error))
    }
  }
}

function plain(value: Value): unknown {
  return value instanceof QuantityValue ? value.quantity : jsonOf(value)
}
