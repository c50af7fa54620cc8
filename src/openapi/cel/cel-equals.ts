import { UnsignedInt } from '@marcbachmann/cel-js/evaluator'
import type { Budget } from './budget.js'

/** A value with an equality of its own. */
export interface Comparable {
  /** Tells values of one type apart. */
  celEquals(other: unknown, budget: Budget): boolean
}

/** CEL's equality: numbers by value whatever their type, lists, maps and objects by content. */
export function celEquals(a: unknown, b: unknown, budget: Budget): boolean {
  if (a === b) return true
  budget.charge(0.5)
  if (isNumeric(a) && isNumeric(b)) return equalNumbers(numberOf(a), numberOf(b))
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (isComparable(a)) return a.celEquals(b, budget)
  if (Array.isArray(a) && Array.isArray(b)) return equalLists(a, b, budget)
  if (a instanceof Uint8Array && b instanceof Uint8Array) return String(a) === String(b)
  if (a instanceof Date || b instanceof Date) return a instanceof Date && b instanceof Date && Number(a) === Number(b)
  if (a instanceof Map || isPlain(a)) return (b instanceof Map || isPlain(b)) && equalMaps(mapOf(a), mapOf(b), budget)
  return a.constructor === b.constructor && a.valueOf() === b.valueOf() && typeof a.valueOf() !== 'object'
}

function isComparable(value: object): value is object & Comparable {
  return 'celEquals' in value && typeof value.celEquals === 'function'
}

function isNumeric(value: unknown): value is number | bigint | UnsignedInt {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof UnsignedInt
}

function numberOf(value: number | bigint | UnsignedInt): number | bigint {
  return value instanceof UnsignedInt ? value.valueOf() : value
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function mapOf(value: object): ReadonlyMap<unknown, unknown> {
  return value instanceof Map ? value : new Map(Object.entries(value))
}

function equalNumbers(a: number | bigint, b: number | bigint): boolean {
  return typeof a === typeof b ? a === b : !(a < b) && !(a > b) && !Number.isNaN(Number(a)) && !Number.isNaN(Number(b))
}

function equalLists(a: readonly unknown[], b: readonly unknown[], budget: Budget): boolean {
  return a.length === b.length && a.every((item, i) => celEquals(item, b[i], budget))
}

function equalMaps(a: ReadonlyMap<unknown, unknown>, b: ReadonlyMap<unknown, unknown>, budget: Budget): boolean {
  if (a.size !== b.size) return false
  for (const [key, value] of a) {
    const other = b.has(key) ? key : typeof key === 'string' ? key : String(key)
    if (!b.has(other) || !celEquals(value, b.get(other), budget)) return false
  }
  return true
}
