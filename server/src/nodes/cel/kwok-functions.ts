import type { CELFunction } from 'apimachinery/openapi/cel'
import { parseQuantity, type Quantity } from 'apimachinery/resource'
import { timeToDate } from 'apimachinery/scalar'

/** The moment for which an expression is evaluated. */
export interface ExpressionMoment {
  /** Milliseconds since 1970. */
  readonly now: number
  /** A number from 0 to below 1 by chance. */
  readonly random: () => number
}

const quantity = 'kubernetes.Quantity'

/** A function, which may as well be called on its first argument. */
function inBothForms(name: string, types: string, call: CELFunction['call']): readonly CELFunction[] {
  const id = `kwok_${name}_${types.replaceAll(/\W/g, '_')}`
  return [
    { signature: `${name} ${id} ${types}`, call },
    { signature: `.${name} ${id}_method ${types}`, call },
  ]
}

/** Thousandths, as a quantity. */
function ofMillis(millis: bigint): Quantity {
  return parseQuantity(`${millis}m`)
}

function times(factor: 'int' | 'uint'): CELFunction {
  const call = (a: Quantity, b: number | bigint): Quantity => ofMillis(a.milliValue() * BigInt(b))
  return { signature: `_*_ kwok_multiply_${factor} (${quantity}, ${factor}) ${quantity}`, call }
}

function dividedBy(divisor: 'int' | 'uint'): CELFunction {
  const call = (a: Quantity, b: number | bigint): Quantity => {
    if (BigInt(b) === 0n) throw new Error('division by zero')
    return ofMillis(a.milliValue() / BigInt(b))
  }
  return { signature: `_/_ kwok_divide_${divisor} (${quantity}, ${divisor}) ${quantity}`, call }
}

function ofNumber(value: number): Quantity {
  if (!Number.isFinite(value)) throw new Error('the quantity is not finite')
  return ofMillis(BigInt(Math.trunc(value * 1000)))
}

function comparison(operator: string, test: (order: number) => boolean): CELFunction {
  const name = { '<': 'less', '<=': 'less_equals', '>': 'greater', '>=': 'greater_equals' }[operator]
  return {
    signature: `_${operator}_ kwok_${name} (${quantity}, ${quantity}) bool`,
    call: (a: Quantity, b: Quantity) => test(a.cmp(b)),
  }
}

/** Arithmetic of quantities. Source: pkg/utils/cel/quantity.go of kwok. */
const quantityOperators: readonly CELFunction[] = [
  { signature: `_+_ kwok_add (${quantity}, ${quantity}) ${quantity}`, call: (a: Quantity, b: Quantity) => a.add(b) },
  {
    signature: `_-_ kwok_subtract (${quantity}, ${quantity}) ${quantity}`,
    call: (a: Quantity, b: Quantity) => a.sub(b),
  },
  { signature: `-_ kwok_negate (${quantity}) ${quantity}`, call: (a: Quantity) => a.neg() },
  times('int'),
  times('uint'),
  dividedBy('int'),
  dividedBy('uint'),
  {
    signature: `_*_ kwok_multiply_double (${quantity}, double) ${quantity}`,
    call: (a: Quantity, b: number) => ofNumber(a.asApproximateFloat64() * b),
  },
  {
    signature: `_/_ kwok_divide_double (${quantity}, double) ${quantity}`,
    call: (a: Quantity, b: number) => ofNumber(a.asApproximateFloat64() / b),
  },
  comparison('<', (order) => order < 0),
  comparison('<=', (order) => order <= 0),
  comparison('>', (order) => order > 0),
  comparison('>=', (order) => order >= 0),
]

/** The functions of kwok that every expression may call. Source: pkg/utils/cel of kwok. @param moment - of the evaluation that runs */
export function kwokFunctions(moment: () => ExpressionMoment): readonly CELFunction[] {
  const created = ({ metadata }: { metadata?: { creationTimestamp?: string | null } | null }): number => {
    const since = timeToDate(metadata?.creationTimestamp ?? '0001-01-01T00:00:00Z').getTime()
    return (moment().now - since) / 1000
  }
  return [
    { signature: 'Now kwok_now () timestamp', call: () => new Date(moment().now).toISOString() },
    { signature: 'Rand kwok_rand () double', call: () => moment().random() },
    ...inBothForms('Quantity', `(string) ${quantity}`, (text: string) => parseQuantity(text)),
    ...inBothForms('UnixSecond', '(timestamp) double', (time: string) => new Date(time).getTime() / 1000),
    ...inBothForms('SinceSecond', '(kwok.Pod) double', created),
    ...inBothForms('SinceSecond', '(kwok.Node) double', created),
    ...quantityOperators,
  ]
}
