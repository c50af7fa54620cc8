import {
  compareSemanticVersions,
  parseSemanticVersion,
  type SemanticVersion,
} from '../../../internal/semantic-version.js'
import type { Comparable } from '../cel-equals.js'
import { CELValueError, type FunctionLibrary } from './function-library.js'

/** A semantic version that rules work with: `semver('1.2.3')`. */
class SemverValue implements Comparable, SemanticVersion {
  readonly numbers: readonly [bigint, bigint, bigint]
  readonly prerelease: readonly string[]

  constructor({ numbers, prerelease }: SemanticVersion) {
    this.numbers = numbers
    this.prerelease = prerelease
  }

  celEquals(other: unknown): boolean {
    return other instanceof SemverValue && compareSemanticVersions(this, other) === 0
  }
}

function parse(text: string): SemverValue | undefined {
  const version = parseSemanticVersion(text)
  return version === undefined ? undefined : new SemverValue(version)
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
  env.registerFunction(
    `${type}.isGreaterThan(${type}): bool`,
    (a: Value, b: Value) => compareSemanticVersions(a, b) > 0,
  )
  env.registerFunction(`${type}.isLessThan(${type}): bool`, (a: Value, b: Value) => compareSemanticVersions(a, b) < 0)
  env.registerFunction(`${type}.compareTo(${type}): int`, (a: Value, b: Value) => BigInt(compareSemanticVersions(a, b)))
  for (const [i, name] of ['major', 'minor', 'patch'].entries()) {
    env.registerFunction(`${type}.${name}(): int`, (value: Value) => value.numbers[i])
  }
}
