import { Quantity } from '../../../resource/quantity.js'
import { QuantityValue, quantityOf } from '../values/quantity-value.js'
import { CELError, Double, intOf, type Value } from '../values/value.js'

function asInteger({ quantity }: QuantityValue): Value {
  const value = quantity.asInt64()
  return value === undefined ? new CELError('cannot convert value to integer') : intOf(BigInt(value))
}

function plus({ quantity }: QuantityValue, amount: bigint): Value {
  return new QuantityValue(quantity.add(Quantity.parse(amount)))
}

type Q = QuantityValue

/** Functions on quantities, by Go's names of their forms. */
export const quantityFunctions: Readonly<Record<string, (...args: never[]) => Value>> = {
  string_to_quantity: quantityOf,
  is_quantity_string: (text: string) => !(quantityOf(text) instanceof CELError),
  quantity_sign: ({ quantity }: Q) => quantity.sign(),
  quantity_is_greater_than: (a: Q, b: Q) => a.quantity.cmp(b.quantity) > 0,
  quantity_is_less_than: (a: Q, b: Q) => a.quantity.cmp(b.quantity) < 0,
  quantity_compare_to: (a: Q, b: Q) => a.quantity.cmp(b.quantity),
  quantity_get_float: ({ quantity }: Q) => new Double(quantity.asApproximateFloat64()),
  quantity_get_int: asInteger,
  quantity_is_integer: ({ quantity }: Q) => quantity.asInt64() !== undefined,
  quantity_add: (a: Q, b: Q) => new QuantityValue(a.quantity.add(b.quantity)),
  quantity_add_int: (a: Q, amount: number | bigint) => plus(a, BigInt(amount)),
  quantity_sub: (a: Q, b: Q) => new QuantityValue(a.quantity.sub(b.quantity)),
  quantity_sub_int: (a: Q, amount: number | bigint) => plus(a, -BigInt(amount)),
}
