import { JQError } from './jq-error.js'
import type { JQNode } from './jq-node.js'
import {
  compareJQ,
  isJQList,
  isJQNumber,
  isJQObject,
  isJQTrue,
  type JQValue,
  jqMember,
  jqText,
  jqType,
} from './jq-value.js'

/** A call of a function. */
export interface JQCall {
  readonly args: readonly JQNode[]
  readonly value: JQValue
  /** The results of an argument for a value. */
  readonly run: (node: JQNode, value: JQValue) => Generator<JQValue, undefined>
}

type JQFunction = (call: JQCall) => Iterable<JQValue>

/** The supported functions, by name and number of arguments. */
export const jqFunctions: Readonly<Record<string, JQFunction>> = {
  'empty/0': () => [],
  'not/0': ({ value }) => [!isJQTrue(value)],
  'length/0': ({ value }) => [length(value)],
  'keys/0': ({ value }) => [keys(value)],
  'type/0': ({ value }) => [jqType(value)],
  'add/0': ({ value }) => [items(value).reduce(plus, null)],
  'any/0': ({ value }) => [items(value).some(isJQTrue)],
  'all/0': ({ value }) => [items(value).every(isJQTrue)],
  'any/1': ({ args, value, run }) => [items(value).some((each) => [...run(args[0]!, each)].some(isJQTrue))],
  'all/1': ({ args, value, run }) => [items(value).every((each) => [...run(args[0]!, each)].every(isJQTrue))],
  'first/0': ({ value }) => [jqMember(value, 0)],
  'last/0': ({ value }) => [jqMember(value, -1)],
  'first/1': ({ args, value, run }) => [...run(args[0]!, value)].slice(0, 1),
  'last/1': ({ args, value, run }) => [...run(args[0]!, value)].slice(-1),
  'error/0': ({ value }) => fail(value),
  'error/1': ({ args, value, run }) => fail([...run(args[0]!, value)][0] ?? null),
  'select/1': select,
  'map/1': ({ args, value, run }) => [items(value).flatMap((each) => [...run(args[0]!, each)])],
  'map_values/1': mapValues,
  'has/1': (call) => each(call, has),
  'in/1': (call) => each(call, (value, container) => has(container, value)),
  'contains/1': (call) => each(call, contains),
  'inside/1': (call) => each(call, (value, container) => contains(container, value)),
  'index/1': (call) => each(call, (value, part) => place(text(value).indexOf(text(part)))),
  'rindex/1': (call) => each(call, (value, part) => place(text(value).lastIndexOf(text(part)))),
  'startswith/1': (call) => each(call, (value, start) => text(value).startsWith(text(start))),
  'endswith/1': (call) => each(call, (value, end) => text(value).endsWith(text(end))),
  'ltrimstr/1': (call) => each(call, (value, start) => trimmedStart(value, start)),
  'rtrimstr/1': (call) => each(call, (value, end) => trimmedEnd(value, end)),
  'split/1': (call) => each(call, (value, by) => (value === '' ? [] : text(value).split(text(by)))),
  'join/1': (call) => each(call, (value, by) => items(value).map(plain).join(text(by))),
  'ascii_downcase/0': ({ value }) => [text(value).replace(/[A-Z]+/g, (letters) => letters.toLowerCase())],
  'ascii_upcase/0': ({ value }) => [text(value).replace(/[a-z]+/g, (letters) => letters.toUpperCase())],
  'tostring/0': ({ value }) => [typeof value === 'string' ? value : jqText(value)],
  'tonumber/0': ({ value }) => [toNumber(value)],
  'tojson/0': ({ value }) => [jqText(value)],
  'fromjson/0': ({ value }) => [fromJSON(value)],
  'floor/0': ({ value }) => [Math.floor(number(value))],
  'ceil/0': ({ value }) => [Math.ceil(number(value))],
  'round/0': ({ value }) => [Math.round(number(value))],
  'abs/0': ({ value }) => [Math.abs(number(value))],
  'reverse/0': ({ value }) => [items(value).toReversed()],
  'sort/0': ({ value }) => [items(value).toSorted(compareJQ)],
  'unique/0': ({ value }) => [unique(items(value))],
  'min/0': ({ value }) => [items(value).toSorted(compareJQ)[0] ?? null],
  'max/0': ({ value }) => [items(value).toSorted(compareJQ).at(-1) ?? null],
  'to_entries/0': ({ value }) => [entries(value)],
  'values/0': ({ value }) => (value === null ? [] : [value]),
}

/** Names and numbers of arguments of the functions. */
export const jqFunctionNames: ReadonlySet<string> = new Set(Object.keys(jqFunctions))

function* each(
  { args, value, run }: JQCall,
  result: (value: JQValue, argument: JQValue) => JQValue,
): Iterable<JQValue> {
  for (const argument of run(args[0]!, value)) yield result(value, argument)
}

function* select({ args, value, run }: JQCall): Iterable<JQValue> {
  for (const test of run(args[0]!, value)) if (isJQTrue(test)) yield value
}

function mapValues({ args, value, run }: JQCall): JQValue[] {
  const first = (item: JQValue): JQValue[] => [...run(args[0]!, item)].slice(0, 1)
  if (!isJQObject(value)) return [items(value).flatMap(first)]
  return [Object.fromEntries(Object.entries(value).flatMap(([key, item]) => first(item).map((made) => [key, made])))]
}

function fail(value: JQValue): never {
  throw new JQError(typeof value === 'string' ? value : jqText(value))
}

function items(value: JQValue): readonly JQValue[] {
  if (isJQList(value)) return value
  if (isJQObject(value))
    return Object.keys(value)
      .sort()
      .map((key) => value[key]!)
  throw new JQError(`cannot iterate over: ${jqType(value)}`)
}

function text(value: JQValue): string {
  if (typeof value === 'string') return value
  throw new JQError(`expected a string but got: ${jqType(value)}`)
}

function number(value: JQValue): number {
  if (isJQNumber(value)) return Number(value)
  throw new JQError(`expected a number but got: ${jqType(value)}`)
}

function plain(value: JQValue): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : jqText(value)
}

function place(index: number): JQValue {
  return index < 0 ? null : BigInt(index)
}

function plus(left: JQValue, right: JQValue): JQValue {
  if (left === null) return right
  if (right === null) return left
  if (isJQNumber(left) && isJQNumber(right)) return Number(left) + Number(right)
  if (typeof left === 'string' && typeof right === 'string') return left + right
  if (isJQList(left) && isJQList(right)) return [...left, ...right]
  if (isJQObject(left) && isJQObject(right)) return { ...left, ...right }
  throw new JQError(`cannot add: ${jqType(left)} and ${jqType(right)}`)
}

function length(value: JQValue): JQValue {
  if (value === null) return 0n
  if (typeof value === 'string') return BigInt([...value].length)
  if (isJQNumber(value)) return value < 0 ? -value : value
  if (typeof value === 'boolean') throw new JQError('length cannot be applied to: boolean')
  return BigInt(Object.keys(value).length)
}

function keys(value: JQValue): JQValue {
  if (isJQObject(value)) return Object.keys(value).sort()
  if (isJQList(value)) return value.map((_each, index) => BigInt(index))
  throw new JQError(`keys cannot be applied to: ${jqType(value)}`)
}

function has(value: JQValue, key: JQValue): boolean {
  if (isJQObject(value) && typeof key === 'string') return Object.hasOwn(value, key)
  if (isJQList(value) && isJQNumber(key)) return Number(key) >= 0 && Number(key) < value.length
  throw new JQError(`has cannot be applied to: ${jqType(value)}`)
}

function contains(value: JQValue, part: JQValue): boolean {
  if (typeof value === 'string' && typeof part === 'string') return value.includes(part)
  if (isJQList(value) && isJQList(part)) return part.every((wanted) => value.some((each) => contains(each, wanted)))
  if (isJQObject(value) && isJQObject(part))
    return Object.entries(part).every(([key, wanted]) => Object.hasOwn(value, key) && contains(value[key]!, wanted))
  if (jqType(value) !== jqType(part))
    throw new JQError(`cannot check contains for: ${jqType(value)} and ${jqType(part)}`)
  return compareJQ(value, part) === 0
}

function trimmedStart(value: JQValue, start: JQValue): JQValue {
  return typeof value === 'string' && typeof start === 'string' && value.startsWith(start)
    ? value.slice(start.length)
    : value
}

function trimmedEnd(value: JQValue, end: JQValue): JQValue {
  if (typeof value !== 'string' || typeof end !== 'string' || end === '' || !value.endsWith(end)) return value
  return value.slice(0, -end.length)
}

function toNumber(value: JQValue): JQValue {
  if (isJQNumber(value)) return value
  const digits = text(value).trim()
  if (/^-?\d+$/.test(digits)) return BigInt(digits)
  if (digits === '' || Number.isNaN(Number(digits))) throw new JQError(`invalid number: ${JSON.stringify(value)}`)
  return Number(digits)
}

function fromJSON(value: JQValue): JQValue {
  try {
    return JSON.parse(text(value))
  } catch (error) {
    if (error instanceof JQError) throw error
    throw new JQError(`fromjson cannot be applied to ${JSON.stringify(value)}`)
  }
}

function unique(values: readonly JQValue[]): JQValue {
  return values.toSorted(compareJQ).filter((each, index, all) => index === 0 || compareJQ(each, all[index - 1]!) !== 0)
}

function entries(value: JQValue): JQValue {
  if (!isJQObject(value)) throw new JQError(`to_entries cannot be applied to: ${jqType(value)}`)
  return Object.keys(value)
    .sort()
    .map((key) => ({ key, value: value[key]! }))
}
