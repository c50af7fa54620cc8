import { type EffectiveRelease, newestRelease, releases } from 'apimachinery/api/releases'
import { UsageError } from '../../flags/flag.js'
import type { FlagValues } from '../../flags/flag-values.js'
import { effectiveRelease, oldestCompatible } from '../../request/effective-release.js'

/** The component of Kubernetes' own servers: the only one there is. */
const component = 'kube'

/** Minor releases of Kubernetes 1 by flags, whether or not there are such. */
interface GivenReleases {
  readonly emulated: number
  readonly minCompatibility: number
}

/**
 * The release of `--emulated-version` and `--min-compatibility-version`. Throws `UsageError` for texts of another form, and for
 * releases that {@link releaseProblems} names.
 */
export function releaseOptions(flags: Pick<FlagValues, 'list'>): Required<EffectiveRelease> {
  const [problem] = releaseProblems(flags)
  if (problem !== undefined) throw new UsageError(problem)
  const { emulated, minCompatibility } = givenReleases(flags)
  return effectiveRelease({ release: nameOf(emulated), minCompatibilityVersion: nameOf(minCompatibility) })
}

/**
 * Releases that the server cannot answer as, or is not compatible with.
 *
 * Source: `effectiveVersion.Validate` of k8s.io/component-base/compatibility.
 */
export function releaseProblems(flags: Pick<FlagValues, 'list'>): string[] {
  const { emulated, minCompatibility } = givenReleases(flags)
  const oldest = releases[0].minor
  const problems: string[] = []
  if (emulated > newestRelease.minor || emulated < oldest) {
    const range = `[${nameOf(oldest)}, ${newestRelease.name}.0]`
    problems.push(`emulation version ${nameOf(emulated)} is not between ${range}`)
  }
  if (minCompatibility > emulated || minCompatibility < oldestCompatible) {
    const range = `[${nameOf(oldestCompatible)}, ${nameOf(emulated)}]`
    problems.push(`minCompatibilityVersion version ${nameOf(minCompatibility)} is not between ${range}`)
  }
  return problems
}

/** The server answers as its newest release. */
export function isNewestRelease(flags: Pick<FlagValues, 'list'>): boolean {
  return givenReleases(flags).emulated === newestRelease.minor
}

function givenReleases(flags: Pick<FlagValues, 'list'>): GivenReleases {
  const emulated = minorOf(flags.list('emulated-version')) ?? newestRelease.minor
  const usual = Math.max(emulated - 1, oldestCompatible)
  return { emulated, minCompatibility: minorOf(flags.list('min-compatibility-version')) ?? usual }
}

function nameOf(minor: number): string {
  return `${newestRelease.name.split('.')[0]}.${minor}`
}

/** The minor release of `1.2` or `kube=1.2`. Source: `toVersionMap` of k8s.io/component-base/compatibility. */
function minorOf(texts: readonly string[]): number | undefined {
  let found: string | undefined
  for (const text of texts) {
    const [, name = component, version = ''] = /^(?:([^=]*)=)?(.*)$/s.exec(text) ?? []
    if (name.trim() !== component) throw new UsageError(`component not registered: ${name.trim()}`)
    const parsed = parseVersion(version.trim())
    if (found !== undefined) throw new UsageError(`duplicate version flag, kube=${found} and kube=${parsed}`)
    found = parsed
  }
  return found === undefined ? undefined : Number(found.split('.')[1])
}

/** `major.minor`. Source: `Parse` of k8s.io/apimachinery/pkg/util/version. */
function parseVersion(text: string): string {
  const numbers = /^v?(\d+(?:\.\d+)*)/.exec(text)?.[1]?.split('.')
  if (numbers === undefined) throw new UsageError(`could not parse ${JSON.stringify(text)} as version`)
  if (numbers.length < 2) throw new UsageError(`illegal version string ${JSON.stringify(text)}`)
  const [major, minor, patch] = numbers.map(Number)
  if ((patch ?? 0) !== 0) throw new UsageError(`patch version not allowed, got: kube=${numbers.join('.')}`)
  return `${major}.${minor}`
}
