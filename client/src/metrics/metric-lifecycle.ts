import type { MetricFacts } from './metric-family.js'

/** Releases that a deprecated family is still served in. */
const deprecationPeriod = { STABLE: 3, BETA: 1, ALPHA: 0 } as const

/**
 * Reports whether a family was deprecated so long before a minor release that it is served only on request. Without a release none is.
 *
 * Source: `shouldHide` of k8s.io/component-base/metrics.
 */
export function isHidden(
  { deprecatedVersion, stability = 'ALPHA' }: MetricFacts,
  minorRelease: number | undefined,
): boolean {
  const minor = deprecatedVersion?.split('.')[1]
  if (minor === undefined || minorRelease === undefined) return false
  return Number(minor) + deprecationPeriod[stability] <= minorRelease
}
