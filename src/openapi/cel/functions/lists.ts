import type { Environment } from '@marcbachmann/cel-js'
import { Duration, type UnsignedInt } from '@marcbachmann/cel-js/evaluator'
import { celEquals } from '../cel-equals.js'
import { optionalValues } from '../optional-values.js'
import { CELValueError, type FunctionLibrary, ownPrefix as own, registerNamespace } from './function-library.js'

const duration = 'google.protobuf.Duration'
const timestamp = 'google.protobuf.Timestamp'
const ordered = ['int', 'uint', 'double', 'bool', 'string', 'bytes', duration, timestamp]

/** Orders two values of one ordered type. */
export function compareOrdered(a: unknown, b: unknown): number {
  const [x, y] = [sortable(a), sortable(b)]
  return x < y ? -1 : x > y ? 1 : 0
}

function sortable(value: unknown): number | bigint | string | boolean {
  if (value instanceof Uint8Array) return Array.from(value, (byte) => String.fromCharCode(byte)).join('')
  if (value instanceof Duration) return value.seconds * 1_000_000_000n + BigInt(value.nanos)
  return (value as UnsignedInt).valueOf() as bigint
}

function extreme(list: readonly unknown[], direction: 1 | -1): unknown {
  if (list.length === 0) throw new CELValueError(`${direction > 0 ? 'max' : 'min'} called on empty list`)
  return list.reduce((best, each) => (compareOrdered(each, best) === direction ? each : best))
}

function isSorted(list: readonly unknown[]): boolean {
  return list.every((each, i) => i === 0 || compareOrdered(list[i - 1], each) <= 0)
}

function flatten(list: readonly unknown[], depth: bigint): unknown[] {
  if (depth < 0n) throw new CELValueError('level must be non-negative')
  return list.flat(Number(depth > 100n ? 100n : depth))
}

function slice(list: readonly unknown[], start: bigint, end: bigint): unknown[] {
  if (start < 0n || end < 0n) throw new CELValueError(`cannot slice(${start}, ${end}), negative indexes not supported`)
  if (start > end)
    throw new CELValueError(`cannot slice(${start}, ${end}), start index must be less than or equal to end index`)
  if (end > BigInt(list.length))
    throw new CELValueError(`cannot slice(${start}, ${end}), list is length ${list.length}`)
  return list.slice(Number(start), Number(end))
}

const sums: readonly (readonly [string, (list: unknown[]) => unknown])[] = [
  ['int', (list) => checkedInt((list as bigint[]).reduce((sum, each) => sum + each, 0n))],
  ['double', (list) => (list as number[]).reduce((sum, each) => sum + each, 0)],
  [duration, (list) => (list as Duration[]).reduce((sum, each) => sum.addDuration(each), new Duration(0))],
]

function checkedInt(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value) throw new CELValueError('integer overflow')
  return value
}

/** The list functions of Kubernetes and those of cel-go, version 3. */
export const listFunctions: FunctionLibrary = (env, budget) => {
  const equals = (a: unknown, b: unknown) => celEquals(a, b, budget)
  registerOrdered(env)
  env.registerFunction(`list<T>.${own}indexOf(T): int`, (list: unknown[], value: unknown) =>
    BigInt(list.findIndex((each) => equals(each, value))),
  )
  env.registerFunction(`list<T>.${own}lastIndexOf(T): int`, (list: unknown[], value: unknown) =>
    BigInt(list.findLastIndex((each) => equals(each, value))),
  )
  env.registerFunction('list<T>.includes(T): bool', (list: unknown[], value: unknown) =>
    list.some((each) => equals(each, value)),
  )
  env.registerFunction('list<T>.distinct(): list<T>', (list: unknown[]) =>
    list.filter((each, i) => list.findIndex((other) => equals(each, other)) === i),
  )
  env.registerFunction('list<T>.first(): optional<T>', (list: unknown[]) => optionalValues.of(list[0]))
  env.registerFunction('list<T>.last(): optional<T>', (list: unknown[]) => optionalValues.of(list.at(-1)))
  env.registerFunction('list<T>.reverse(): list<T>', (list: unknown[]) => list.toReversed())
  env.registerFunction('list<T>.slice(int, int): list<T>', slice)
  env.registerFunction('list<list<T>>.flatten(): list<T>', (list: unknown[]) => flatten(list, 1n))
  env.registerFunction('list<dyn>.flatten(int): list<dyn>', flatten)
  const lists = registerNamespace(env, 'lists')
  env.registerFunction(`${lists}.range(int): list<int>`, (_: unknown, length: bigint) => {
    budget.charge(Number(length))
    return Array.from({ length: Math.max(0, Number(length)) }, (_unused, i) => BigInt(i))
  })
  registerSets(env, equals)
}

function registerOrdered(env: Environment): void {
  for (const type of ordered) {
    env.registerFunction(`list<${type}>.isSorted(): bool`, isSorted)
    env.registerFunction(`list<${type}>.min(): ${type}`, (list: unknown[]) => extreme(list, -1))
    env.registerFunction(`list<${type}>.max(): ${type}`, (list: unknown[]) => extreme(list, 1))
    env.registerFunction(`list<${type}>.sort(): list<${type}>`, (list: unknown[]) => list.toSorted(compareOrdered))
  }
  for (const [type, sum] of sums) env.registerFunction(`list<${type}>.sum(): ${type}`, sum)
}

/** Lists as sets: `sets.contains([1, 2], [2])`. */
function registerSets(env: Environment, equals: (a: unknown, b: unknown) => boolean): void {
  const sets = registerNamespace(env, 'sets')
  const contains = (list: unknown[], part: unknown[]) => part.every((each) => list.some((other) => equals(each, other)))
  env.registerFunction(`${sets}.contains(list<T>, list<T>): bool`, (_: unknown, a: unknown[], b: unknown[]) =>
    contains(a, b),
  )
  env.registerFunction(
    `${sets}.equivalent(list<T>, list<T>): bool`,
    (_: unknown, a: unknown[], b: unknown[]) => contains(a, b) && contains(b, a),
  )
  env.registerFunction(`${sets}.intersects(list<T>, list<T>): bool`, (_: unknown, a: unknown[], b: unknown[]) =>
    a.some((each) => b.some((other) => equals(each, other))),
  )
}
