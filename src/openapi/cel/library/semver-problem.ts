import { maxUint64 } from '../../../internal/int64.js'
import { quote } from '../../../internal/quote.js'

/** The reason why a text is not a semantic version, in the wording of Go's library; asked about those only. */
export function semverProblem(text: string): string {
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
  return problem as string
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
