import { maxUint64 } from '../../../internal/int64.js'
import { quote } from '../../../internal/quote.js'
import {
  compareSemanticVersions,
  parseSemanticVersion,
  type SemanticVersion,
} from '../../../internal/semantic-version.js'
import type { OwnComparable } from '../values/own-values.js'
import { CELError, intOf, noOverload, type Value } from '../values/value.js'

/** A semantic version that rules work with: `semver('1.2.3')`. */
class SemverValue implements OwnComparable {
  readonly typeName = 'kubernetes.Semver'

  constructor(readonly version: SemanticVersion) {}

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

/** The reason why a text is not a semantic version, in the wording of Go's library; asked about those only. */
function semverProblem(text: string): string {
  if (text === '') return 'Version string empty'
  const [major, minor, ...rest] = text.split('.')
  if (major === undefined || minor === undefined || rest.length === 0) return 'No Major.Minor.Patch elements found'
  const [plain, build] = cut(rest.join('.'), '+')
  const [patch, prerelease] = cut(plain, '-')
  const problem =
    numberProblem('major', major) ??
    numberProblem('minor', minor) ??
    numberProblem('patch', patch) ??
    partsProblem(prerelease, prereleaseProblem) ??
    partsProblem(build, buildProblem)
  return problem!
}

function cut(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

function numberProblem(name: string, text: string): string | undefined {
  if (!/^[0-9]*$/.test(text)) return `Invalid character(s) found in ${name} number ${quote(text)}`
  if (/^0[0-9]/.test(text)) {
    return `${name[0]?.toUpperCase()}${name.slice(1)} number must not contain leading zeroes ${quote(text)}`
  }
  return text === '' ? 'strconv.ParseUint: parsing "": invalid syntax' : rangeProblem(text)
}

function rangeProblem(digits: string): string | undefined {
  if (BigInt(digits) <= maxUint64) return undefined
  return `strconv.ParseUint: parsing ${quote(digits)}: value out of range`
}

function partsProblem(text: string | undefined, problem: (part: string) => string | undefined): string | undefined {
  return text
    ?.split('.')
    .map(problem)
    .find((each) => each !== undefined)
}

function prereleaseProblem(part: string): string | undefined {
  if (part === '') return 'Prerelease is empty'
  if (/^0[0-9]+$/.test(part)) return `Numeric PreRelease version must not contain leading zeroes ${quote(part)}`
  if (/^[0-9]+$/.test(part)) return rangeProblem(part)
  return /^[0-9A-Za-z-]+$/.test(part) ? undefined : `Invalid character(s) found in prerelease ${quote(part)}`
}

function buildProblem(part: string): string | undefined {
  if (part === '') return 'Build meta data is empty'
  return /^[0-9A-Za-z-]+$/.test(part) ? undefined : `Invalid character(s) found in build meta data ${quote(part)}`
}
