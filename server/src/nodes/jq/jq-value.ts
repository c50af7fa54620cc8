import { JQError } from './jq-error.js'

/** An object of jq. */
export interface JQObject {
  [key: string]: JQValue
}

/** A value of jq. Numbers of the data are floats (`number`), those that jq counts are whole (`bigint`), as in gojq. */
export type JQValue = null | boolean | number | bigint | string | readonly JQValue[] | JQObject

/** Whether a value is a list. */
export function isJQList(value: JQValue): value is readonly JQValue[] {
  return Array.isArray(value)
}

/** Whether a value is an object. */
export function isJQObject(value: JQValue): value is JQObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is a number. */
export function isJQNumber(value: JQValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

/** The name of a value's type. */
export function jqType(value: JQValue): string {
  if (value === null) return 'null'
  if (isJQNumber(value)) return 'number'
  if (isJQList(value)) return 'array'
  return typeof value === 'object' ? 'object' : typeof value
}

/** Everything is true except null and false. */
export function isJQTrue(value: JQValue): boolean {
  return value !== null && value !== false
}

/** The text of a value, as `tojson` writes it. */
export function jqText(value: JQValue): string {
  return JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each === 'bigint') return Number(each)
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each
    return Object.fromEntries(Object.entries(each).sort(([left], [right]) => (left < right ? -1 : 1)))
  })
}

const ranks: Readonly<Record<string, number>> = { null: 0, number: 2, string: 3, array: 4, object: 5 }

function rank(value: JQValue): number {
  return typeof value === 'boolean' ? (value ? 1.5 : 1) : ranks[jqType(value)]!
}

/** The order of jq: null, false, true, numbers, texts, lists, objects. */
export function compareJQ(left: JQValue, right: JQValue): number {
  const byType = rank(left) - rank(right)
  if (byType !== 0) return byType
  if (isJQList(left) && isJQList(right)) return compareLists(left, right)
  if (isJQObject(left) && isJQObject(right)) {
    const [leftKeys, rightKeys] = [Object.keys(left).sort(), Object.keys(right).sort()]
    const byKeys = compareLists(leftKeys, rightKeys)
    return byKeys !== 0
      ? byKeys
      : compareLists(
          leftKeys.map((key) => left[key]!),
          leftKeys.map((key) => right[key]!),
        )
  }
  if (left === right || left === null || right === null) return 0
  if (isJQNumber(left) && isJQNumber(right)) return Number(left) - Number(right)
  return left < right ? -1 : left > right ? 1 : 0
}

function compareLists(left: readonly JQValue[], right: readonly JQValue[]): number {
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = compareJQ(left[index]!, right[index]!)
    if (order !== 0) return order
  }
  return left.length - right.length
}

/** The member of an object, or the item of a list. @throws JQError for anything else */
export function jqMember(value: JQValue, key: JQValue): JQValue {
  if (value === null) return null
  if (isJQObject(value) && typeof key === 'string') return Object.hasOwn(value, key) ? (value[key] ?? null) : null
  if (isJQList(value) && isJQNumber(key)) {
    const index = Math.floor(Number(key))
    return value[index < 0 ? value.length + index : index] ?? null
  }
  throw new JQError(`expected ${isJQNumber(key) ? 'an array' : 'an object'} but got: ${jqType(value)}`)
}

/** Two values that an operator of arithmetic takes together. @throws JQError */
export function arithmetic(operator: string, left: JQValue, right: JQValue): JQValue {
  if (typeof left === 'bigint' && typeof right === 'bigint' && operator !== '/')
    return wholeNumbers(operator, left, right)
  if (isJQNumber(left) && isJQNumber(right)) return numbers(operator, Number(left), Number(right))
  if (operator === '+') return sum(left, right)
  if (operator === '-' && isJQList(left) && isJQList(right))
    return left.filter((each) => right.every((other) => compareJQ(each, other) !== 0))
  if (operator === '/' && typeof left === 'string' && typeof right === 'string')
    return left === '' ? [] : left.split(right)
  if (operator === '*' && isJQObject(left) && isJQObject(right)) return merged(left, right)
  if (operator === '*' && typeof left === 'string' && isJQNumber(right)) return repeated(left, Number(right))
  throw new JQError(`cannot apply ${operator} to: ${jqType(left)} and ${jqType(right)}`)
}

function wholeNumbers(operator: string, left: bigint, right: bigint): JQValue {
  if (operator === '+') return left + right
  if (operator === '-') return left - right
  if (operator === '*') return left * right
  if (right === 0n) throw new JQError(`cannot modulo ${left} by: ${right}`)
  return left % right
}

function numbers(operator: string, left: number, right: number): JQValue {
  if (operator === '+') return left + right
  if (operator === '-') return left - right
  if (operator === '*') return left * right
  if (right === 0) throw new JQError(`cannot divide ${left} by: ${right}`)
  return operator === '/' ? left / right : Math.trunc(left) % Math.trunc(right)
}

function sum(left: JQValue, right: JQValue): JQValue {
  if (left === null) return right
  if (right === null) return left
  if (typeof left === 'string' && typeof right === 'string') return left + right
  if (isJQList(left) && isJQList(right)) return [...left, ...right]
  if (isJQObject(left) && isJQObject(right)) return { ...left, ...right }
  throw new JQError(`cannot add: ${jqType(left)} and ${jqType(right)}`)
}

function merged(left: JQObject, right: JQObject): JQObject {
  const result: JQObject = { ...left }
  for (const [key, value] of Object.entries(right)) {
    const before = Object.hasOwn(result, key) ? result[key]! : null
    const next = isJQObject(before) && isJQObject(value) ? merged(before, value) : value
    Object.defineProperty(result, key, { value: next, enumerable: true, configurable: true, writable: true })
  }
  return result
}

function repeated(text: string, times: number): JQValue {
  if (times <= 0) return null
  if (text.length * times > 1_000_000) throw new JQError('the repeated text is too long')
  return text.repeat(Math.ceil(times))
}
