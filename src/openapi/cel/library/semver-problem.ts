import { quote } from '../../../internal/quote.js'

/** The reason why a text is not a semantic version, in the wording of Go's library. */
export function semverProblem(text: string): string {
  if (text === '') return 'Version string empty'
  const [major, minor, ...rest] = text.split('.')
  if (major === undefined || minor === undefined || rest.length === 0) return 'No Major.Minor.Patch elements found'
  const [, patch = '', prerelease, build] = /^([^-+]*)(?:-([^+]*))?(?:\+(.*))?$/s.exec(rest.join('.')) ?? []
  return (
    numberProblem('major', major) ??
    numberProblem('minor', minor) ??
    numberProblem('patch', patch) ??
    partsProblem(prerelease, prereleaseProblem) ??
    partsProblem(build, buildProblem) ??
    `strconv.ParseUint: parsing ${quote([major, minor, patch].find((part) => part.length > 19) ?? '')}: value out of range`
  )
}

function numberProblem(name: string, text: string): string | undefined {
  if (!/^[0-9]*$/.test(text)) return `Invalid character(s) found in ${name} number ${quote(text)}`
  if (/^0[0-9]/.test(text)) {
    return `${name[0]?.toUpperCase()}${name.slice(1)} number must not contain leading zeroes ${quote(text)}`
  }
  return text === '' ? 'strconv.ParseUint: parsing "": invalid syntax' : undefined
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
  return /^[0-9A-Za-z-]+$/.test(part) ? undefined : `Invalid character(s) found in prerelease ${quote(part)}`
}

function buildProblem(part: string): string | undefined {
  if (part === '') return 'Build meta data is empty'
  return /^[0-9A-Za-z-]+$/.test(part) ? undefined : `Invalid character(s) found in build meta data ${quote(part)}`
}
