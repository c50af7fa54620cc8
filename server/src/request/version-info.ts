import { type EffectiveRelease, newestRelease } from 'apimachinery/api/releases'

/** The version of a server. Source: `version.Info` of k8s.io/apimachinery. */
export interface VersionInfo {
  readonly major: string
  readonly minor: string
  readonly emulationMajor: string
  readonly emulationMinor: string
  readonly minCompatibilityMajor: string
  readonly minCompatibilityMinor: string
  readonly gitVersion: string
  readonly gitCommit: string
  readonly gitTreeState: string
  readonly buildDate: string
  readonly goVersion: string
  readonly compiler: string
  readonly platform: string
}

/** How a server of a release describes itself. */
export function versionInfo({ release, minCompatibility = release.minor - 1 }: EffectiveRelease): VersionInfo {
  const [major = ''] = release.name.split('.')
  const minor = String(release.minor)
  return {
    major,
    minor,
    emulationMajor: major,
    emulationMinor: minor,
    minCompatibilityMajor: major,
    minCompatibilityMinor: String(minCompatibility),
    gitVersion: `v${release.version}`,
    gitCommit: 'unknown',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: 'go1.26',
    compiler: 'gc',
    platform: 'linux/amd64',
  }
}

/** How a server that names no release describes itself. */
export const newestVersion: VersionInfo = /* @__PURE__ */ versionInfo({ release: newestRelease })
