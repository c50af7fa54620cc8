import { isMachineryError } from '../../../errors/machinery-error.js'
import { Quantity } from '../../../resource/quantity.js'
import type { OwnComparable } from './own-values.js'
import { CELError, noOverload, type Value } from './value.js'

/** A quantity that rules work with: `quantity('1.5Gi')`. */
export class QuantityValue implements OwnComparable {
  readonly typeName = 'kubernetes.Quantity'
  readonly quantity: Quantity

  constructor(quantity: Quantity) {
    this.quantity = quantity
  }

  equals(other: Value): boolean | CELError {
    return other instanceof QuantityValue ? this.quantity.equal(other.quantity) : noOverload(other)
  }
}

/** Reads a quantity. */
export function quantityOf(text: string): QuantityValue | CELError {
  try {
    return new QuantityValue(Quantity.parse(text))
  } catch (error) {
    if (isMachineryError(error)) return new CELError(error.message)
    throw error
  }
}
