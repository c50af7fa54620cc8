import type { LevelVersion } from 'apimachinery/api/admission-plugins'
import type { CheckedPod, VersionedCheck, Violation } from './check.js'
import { containerChecks } from './container-checks.js'
import { podChecks } from './pod-checks.js'
import { profileChecks } from './profile-checks.js'
import { restrictedChecks } from './restricted-checks.js'

const byId = (a: VersionedCheck, b: VersionedCheck): number => (a.id < b.id ? -1 : 1)
const all = [...containerChecks, ...podChecks, ...profileChecks, ...restrictedChecks]
const baseline = all.filter(({ level }) => level === 'baseline').sort(byId)
const restricted = all.filter(({ level }) => level === 'restricted').sort(byId)

/**
 * The violations of a pod for a level in the version of a release.
 *
 * Source: the checks and their registry in k8s.io/pod-security-admission/policy.
 */
export function violationsOf({ level, version }: LevelVersion, pod: CheckedPod): Violation[] {
  if (level === 'privileged') return []
  const release = version === 'latest' ? Number.POSITIVE_INFINITY : version
  const active = (check: VersionedCheck) => check.versions.findLast(({ since }) => since <= release)?.check
  const stricter = level === 'restricted' ? restricted.filter((check) => active(check) !== undefined) : []
  const overridden = new Set(stricter.map(({ overrides }) => overrides))
  const checks = [...baseline.filter(({ id }) => !overridden.has(id)), ...stricter]
  return checks.flatMap((check) => active(check)?.(pod) ?? [])
}

/** The reasons alone. */
export function reasonsText(violations: readonly Violation[]): string {
  return violations.map(({ reason }) => reason).join(', ')
}

/** The reasons with their details. */
export function detailsText(violations: readonly Violation[]): string {
  return violations.map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`)).join(', ')
}
