import { maxUint64 } from '../../../internal/int64.js'
import type { Comparable } from '../cel-equals.js'
import { CELValueError, type FunctionLibrary } from './function-library.js'

/** A semantic version that rules work with: `semver('1.2.3')`. */
class SemverValue implements Comparable {
  readonly numbers: readonly [bigint, bigint, bigint]
  readonly prerelease: readonly string[]

  constructor(numbers: readonly [bigint, bigint, bigint], prerelease: readonly string[]) {
    this.numbers = numbers
    this.prerelease = prerelease
  }

  celEquals(other: unknown): boolean {
    return other instanceof SemverValue && compare(this, other) === 0
  }
}

const number = '(0|[1-9][0-9]*)'
const identifiers = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*'
const pattern = /* @__PURE__ */ new RegExp(
  `^${number}\\.${number}\\.${number}(?:-(${identifiers}))?(?:\\+${identifiers})?$`,
)

function parse(text: string): SemverValue | undefined {
  const [, major, minor, patch, prerelease] = pattern.exec(text) ?? []
  if (major === undefined || minor === undefined || patch === undefined) return undefined
  const numbers = [BigInt(major), BigInt(minor), BigInt(patch)] as const
  if (numbers.some((each) => each > maxUint64)) return undefined
  const parts = prerelease?.split('.') ?? []
  return parts.some((part) => /^0[0-9]+$/.test(part)) ? undefined : new SemverValue(numbers, parts)
}

/** Completes a version such as `v1.02`. */
function normalize(text: string): string {
  const [major = '', minor, ...rest] = text.replace(/^v/, '').split('.')
  const parts = [major, ...(minor === undefined ? [] : [minor]), ...(rest.length > 0 ? [rest.join('.')] : [])]
  const trimmed = parts.map((part) => part.replace(/^0+(?=[0-9])/, ''))
  if (trimmed.length < 3 && /[+-]/.test(trimmed.at(-1) ?? '')) return ''
  while (trimmed.length < 3) trimmed.push('0')
  return trimmed.join('.')
}

function compare(a: SemverValue, b: SemverValue): number {
  for (const [i, each] of a.numbers.entries()) {
    const other = b.numbers[i] as bigint
    if (each !== other) return each < other ? -1 : 1
  }
  if (a.prerelease.length === 0 || b.prerelease.length === 0)
    return b.prerelease.length - a.prerelease.length && (a.prerelease.length === 0 ? 1 : -1)
  for (const [i, each] of a.prerelease.entries()) {
    const other = b.prerelease[i]
    if (other === undefined) return 1
    const compared = compareIdentifiers(each, other)
    if (compared !== 0) return compared
  }
  return a.prerelease.length < b.prerelease.length ? -1 : 0
}

function compareIdentifiers(a: string, b: string): number {
  if (a === b) return 0
  const [numeric, otherNumeric] = [/^[0-9]+$/.test(a), /^[0-9]+$/.test(b)]
  if (numeric && otherNumeric) return BigInt(a) < BigInt(b) ? -1 : 1
  if (numeric !== otherNumeric) return numeric ? -1 : 1
  return a < b ? -1 : 1
}

function semverOf(text: string): SemverValue {
  const version = parse(text)
  if (version === undefined) throw new CELValueError(`semver parse error: invalid version ${JSON.stringify(text)}`)
  return version
}

/** The functions of `semver` and `isSemver`. */
export const semverFunctions: FunctionLibrary = (env) => {
  const type = 'kubernetes.Semver'
  type Value = SemverValue
  env.registerType(type, { ctor: SemverValue, fields: {} })
  env.registerOperator(`${type} == ${type}`, (a: Value, b: Value) => a.celEquals(b))
  env.registerFunction(`semver(string): ${type}`, semverOf)
  env.registerFunction(`semver(string, bool): ${type}`, (text: string, lenient: boolean) =>
    semverOf(lenient ? normalize(text) : text),
  )
  env.registerFunction('isSemver(string): bool', (text: string) => parse(text) !== undefined)
  env.registerFunction('isSemver(string, bool): bool', (text: string, lenient: boolean) => {
    return parse(lenient ? normalize(text) : text) !== undefined
  })
  env.registerFunction(`${type}.isGreaterThan(${type}): bool`, (a: Value, b: Value) => compare(a, b) > 0)
  env.registerFunction(`${type}.isLessThan(${type}): bool`, (a: Value, b: Value) => compare(a, b) < 0)
  env.registerFunction(`${type}.compareTo(${type}): int`, (a: Value, b: Value) => BigInt(compare(a, b)))
  for (const [i, name] of ['major', 'minor', 'patch'].entries()) {
    env.registerFunction(`${type}.${name}(): int`, (value: Value) => value.numbers[i])
  }
}
