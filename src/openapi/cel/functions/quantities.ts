import { isMachineryError } from '../../../errors/machinery-error.js'
import { Quantity } from '../../../resource/quantity.js'
import type { Comparable } from '../cel-equals.js'
import { CELValueError, type FunctionLibrary } from './function-library.js'

/** A quantity that rules work with: `quantity('1.5Gi')`. */
class QuantityValue implements Comparable {
  readonly quantity: Quantity

  constructor(quantity: Quantity) {
    this.quantity = quantity
  }

  celEquals(other: unknown): boolean {
    return other instanceof QuantityValue && this.quantity.equal(other.quantity)
  }
}

function parse(text: string): Quantity | Error {
  try {
    return Quantity.parse(text)
  } catch (error) {
    if (isMachineryError(error)) return error
    throw error
  }
}

function quantityOf(text: string): QuantityValue {
  const parsed = parse(text)
  if (parsed instanceof Error) throw new CELValueError(parsed.message)
  return new QuantityValue(parsed)
}

function asInteger({ quantity }: QuantityValue): bigint {
  const value = quantity.asInt64()
  if (value === undefined) throw new CELValueError('cannot convert value to integer')
  return value
}

function plus(value: QuantityValue, amount: bigint): QuantityValue {
  return new QuantityValue(value.quantity.add(Quantity.parse(String(amount))))
}

/** The functions of `quantity` and `isQuantity`. */
export const quantityFunctions: FunctionLibrary = (env) => {
  const type = 'kubernetes.Quantity'
  type Value = QuantityValue
  env.registerType(type, { ctor: QuantityValue, fields: {} })
  env.registerOperator(`${type} == ${type}`, (a: Value, b: Value) => a.celEquals(b))
  env.registerFunction(`quantity(string): ${type}`, quantityOf)
  env.registerFunction('isQuantity(string): bool', (text: string) => !(parse(text) instanceof Error))
  env.registerFunction(`sign(${type}): int`, (value: Value) => BigInt(value.quantity.sign()))
  env.registerFunction(`${type}.isGreaterThan(${type}): bool`, (a: Value, b: Value) => a.quantity.cmp(b.quantity) > 0)
  env.registerFunction(`${type}.isLessThan(${type}): bool`, (a: Value, b: Value) => a.quantity.cmp(b.quantity) < 0)
  env.registerFunction(`${type}.compareTo(${type}): int`, (a: Value, b: Value) => BigInt(a.quantity.cmp(b.quantity)))
  env.registerFunction(`${type}.asApproximateFloat(): double`, (value: Value) => value.quantity.asApproximateFloat64())
  env.registerFunction(`${type}.asInteger(): int`, asInteger)
  env.registerFunction(`${type}.isInteger(): bool`, (value: Value) => value.quantity.asInt64() !== undefined)
  env.registerFunction(
    `${type}.add(${type}): ${type}`,
    (a: Value, b: Value) => new QuantityValue(a.quantity.add(b.quantity)),
  )
  env.registerFunction(`${type}.add(int): ${type}`, plus)
  env.registerFunction(
    `${type}.sub(${type}): ${type}`,
    (a: Value, b: Value) => new QuantityValue(a.quantity.sub(b.quantity)),
  )
  env.registerFunction(`${type}.sub(int): ${type}`, (value: Value, amount: bigint) => plus(value, -amount))
}
