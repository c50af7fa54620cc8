import { compareStrings } from '../../internal/compare-strings.js'
import { FloatLiteral } from './nodes.js'

type Operand =
  | { readonly kind: 'int'; readonly value: number | bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'bool'; readonly value: boolean }

/** The result of a comparison, or the reason why there is none. */
export type Comparison = { readonly pass: boolean } | { readonly error: string }

/** Compares two values of a filter. Values of different kinds do not compare, neither do integers and floats. */
export function compareOperands(left: unknown, operator: string, right: unknown): Comparison {
  if (!['<', '>', '==', '!=', '<=', '>='].includes(operator))
    return { error: `unrecognized filter operator ${operator}` }
  const a = operandOf(left)
  const b = operandOf(right)
  if (a === undefined || b === undefined) return { error: 'invalid type for comparison' }
  if (a.kind !== b.kind) return { error: 'incompatible types for comparison' }
  const isEqual = a.value === b.value || (a.kind === 'int' && BigInt(a.value) === BigInt(b.value))
  if (operator === '==' || operator === '!=') return { pass: isEqual === (operator === '==') }
  if (a.kind === 'bool') return { error: 'invalid type for comparison' }
  const isLess = a.kind === 'string' ? compareStrings(a.value, b.value as string) < 0 : a.value < (b.value as number)
  if (operator === '<') return { pass: isLess }
  if (operator === '>') return { pass: !isLess && !isEqual }
  return { pass: operator === '<=' ? isLess || isEqual : !isLess }
}

function operandOf(value: unknown): Operand | undefined {
  if (value instanceof FloatLiteral) return { kind: 'float', value: value.value }
  switch (typeof value) {
    case 'number':
      return Number.isInteger(value) ? { kind: 'int', value } : { kind: 'float', value }
    case 'bigint':
      return { kind: 'int', value }
    case 'string':
      return { kind: 'string', value }
    case 'boolean':
      return { kind: 'bool', value }
    default:
      return undefined
  }
}
