import { featureGateDependencies, featureGateStages } from './feature-gates.gen.js'
import type { Release } from './release.js'

/** What a feature gate is in a release. */
export interface FeatureGate {
  readonly name: string
  readonly stage: 'alpha' | 'beta' | 'ga' | 'deprecated'
  /** Whether it is on by default. */
  readonly on: boolean
  /** It cannot be set to anything else than its default. */
  readonly locked: boolean
  /** Whether an API server of the release knows the name: a feature may be older than its gate, and stays when its gate goes. */
  readonly listed: boolean
}

/** A release, and the oldest minor release that servers of the same cluster have. */
export interface EffectiveRelease {
  readonly release: Release
  /** Default: one before the release. */
  readonly minCompatibility?: number | undefined
}

/**
 * What a gate is in a release; `undefined` for one that the release does not have yet, and for unknown names.
 *
 * Source: `featureSpecAtEmulationAndMinCompatVersion` of k8s.io/component-base/featuregate.
 */
export function featureGate(name: string, { release, minCompatibility }: EffectiveRelease): FeatureGate | undefined {
  const compatible = minCompatibility ?? release.minor - 1
  const stages = textsOf(featureGateStages, name, release)
  const words = stages.findLast((each) => minCompatibilityOf(each) <= compatible)
  if (words === undefined) return undefined
  return {
    name,
    stage: words[1] as FeatureGate['stage'],
    on: words[2] === 'on',
    locked: words.includes('locked'),
    listed: !words.includes('unlisted'),
  }
}

/** Whether any release has a gate of this name. */
export function isFeatureGate(name: string): boolean {
  return Object.hasOwn(featureGateStages, name)
}

/** The gates that an API server of a release knows, by name. */
export function featureGatesOf(effective: EffectiveRelease): readonly FeatureGate[] {
  return Object.keys(featureGateStages).flatMap((name) => {
    const gate = featureGate(name, effective)
    return gate?.listed === true ? [gate] : []
  })
}

/** The gates that have dependencies, with these, in a release. */
export function featureGateDependenciesOf(
  release: Release,
): readonly (readonly [name: string, needed: readonly string[]])[] {
  return Object.keys(featureGateDependencies).map((name) => {
    const [, ...needed] = textsOf(featureGateDependencies, name, release).at(-1) ?? []
    return [name, needed]
  })
}

/** Whether a feature gate of an API server is on by default in a release; false for unknown names. */
export function enabledByDefault(name: string, release: Release): boolean {
  return featureGate(name, { release })?.on ?? false
}

/** The words of each stage that a release has reached; the first word is the minor release. */
function textsOf(table: Readonly<Record<string, string>>, name: string, { minor }: Release): string[][] {
  if (!Object.hasOwn(table, name)) return []
  const stages = table[name]!.split(', ').map((text) => text.split(' '))
  return stages.filter(([since]) => Number(since) <= minor)
}

function minCompatibilityOf(words: readonly string[]): number {
  const place = words.indexOf('compatible')
  return place < 0 ? 0 : Number(words[place + 1])
}
