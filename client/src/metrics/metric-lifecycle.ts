import type { MetricFacts } from './metric-family.js'

/** The release whose metrics are served. */
const minorRelease = 36
/** Releases that a deprecated family is still served in. */
const deprecationPeriod = { STABLE: 3, BETA: 1, ALPHA: 0 } as const

/**
 * Reports whether a family was deprecated so long ago that it is served only on request.
 *
 * Source: `shouldHide` of k8s.io/component-base/metrics.
 */
export function isHidden({ deprecatedVersion, stability = 'ALPHA' }: MetricFacts): boolean {
  const minor = deprecatedVersion?.split('.')[1]
  return minor !== undefined && Number(minor) + deprecationPeriod[stability] <= minorRelease
}
