import { readFileSync } from 'node:fs'
import type { MetricsRegistry, RegisteredFamily } from '@apimachinery/client/metrics'

export interface UpstreamFamily {
  readonly type: string
  readonly stability: string
  /** Sorted. */
  readonly labels: readonly string[]
  readonly buckets?: readonly number[]
  readonly deprecated?: string
  readonly help: string
}

/** The metrics that the modules of kube-apiserver 1.36.3 register, as `test/interop/metrics` reads it from their source. */
export const upstreamFamilies = JSON.parse(
  readFileSync(new URL('upstream-metrics.json', import.meta.url), 'utf8'),
) as Record<string, UpstreamFamily>

/** A family in the form of upstream's. */
export function shownFamily(family: RegisteredFamily): UpstreamFamily {
  const { stability, labelNames = [], help, deprecatedVersion } = family.facts
  return {
    type: family.type,
    stability: stability ?? '',
    labels: [...labelNames],
    ...('buckets' in family && { buckets: family.buckets as readonly number[] }),
    ...(deprecatedVersion !== undefined && { deprecated: deprecatedVersion }),
    help,
  }
}

/** The families of a registry by name, and what upstream has under these names. */
export function beside(registry: MetricsRegistry) {
  const families = [...registry.families()]
  const names = families.map(({ facts }) => facts.name)
  return {
    ours: Object.fromEntries(families.map((family) => [family.facts.name, shownFamily(family)])),
    theirs: Object.fromEntries(names.map((name) => [name, upstreamFamilies[name]])),
  }
}
