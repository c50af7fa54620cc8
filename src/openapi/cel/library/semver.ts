import {
  compareSemanticVersions,
  parseSemanticVersion,
  type SemanticVersion,
} from '../../../internal/semantic-version.js'
import type { OwnComparable } from '../values/own-values.js'
import { CELError, intOf, noOverload, type Value } from '../values/value.js'
import { semverProblem } from './semver-problem.js'

/** A semantic version that rules work with: `semver('1.2.3')`. */
class SemverValue implements OwnComparable {
  readonly typeName = 'kubernetes.Semver'
  readonly version: SemanticVersion

  constructor(version: SemanticVersion) {
    this.version = version
  }

  equals(other: Value): boolean | CELError {
    return other instanceof SemverValue ? compareSemanticVersions(this.version, other.version) === 0 : noOverload(other)
  }
}

/** Completes a version such as `v1.02`; an error for those that cannot be. */
function normalize(text: string): string | CELError {
  const parts = text.replace(/^v/, '').split('.')
  const three = parts.length > 3 ? [parts[0] ?? '', parts[1] ?? '', parts.slice(2).join('.')] : parts
  const trimmed = three.map((part) => (part.length > 1 ? part.replace(/^0+/, '').replace(/^(?![0-9])/, '0') : part))
  if (trimmed.length < 3 && /[+-]/.test(trimmed.at(-1) ?? '')) {
    return new CELError('short version cannot contain PreRelease/Build meta data')
  }
  while (trimmed.length < 3) trimmed.push('0')
  return trimmed.join('.')
}

function semverOf(text: string, lenient = false): SemverValue | CELError {
  const given = lenient ? normalize(text) : text
  if (given instanceof CELError) return given
  const version = parseSemanticVersion(given)
  return version === undefined ? new CELError(semverProblem(given)) : new SemverValue(version)
}

function isSemver(text: string, lenient = false): Value {
  return !(semverOf(text, lenient) instanceof CELError)
}

function order(a: SemverValue, b: SemverValue): number {
  return Math.sign(compareSemanticVersions(a.version, b.version))
}

function part(index: 0 | 1 | 2): (value: SemverValue) => Value {
  // Go reads unsigned numbers and gives signed ones.
  return ({ version }) => intOf(BigInt.asIntN(64, version.numbers[index]))
}

/** Functions on semantic versions, by Go's names of their forms. */
export const semverFunctions: Readonly<Record<string, (...args: never[]) => Value>> = {
  string_to_semver: (text: string) => semverOf(text),
  string_bool_to_semver: semverOf,
  is_semver_string: (text: string) => isSemver(text),
  is_semver_string_bool: isSemver,
  semver_is_greater_than: (a: SemverValue, b: SemverValue) => order(a, b) > 0,
  semver_is_less_than: (a: SemverValue, b: SemverValue) => order(a, b) < 0,
  semver_compare_to: order,
  semver_major: /* @__PURE__ */ part(0),
  semver_minor: /* @__PURE__ */ part(1),
  semver_patch: /* @__PURE__ */ part(2),
}
