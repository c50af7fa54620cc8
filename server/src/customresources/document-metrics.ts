import type { MetricsRegistry, NumberFamily } from '@apimachinery/client/metrics'
import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { getName } from 'apimachinery/runtime'
import type { GroupVersion } from 'apimachinery/schema'
import type { ObjectChange } from '../storage/object-cache.js'
import { isConditionTrue } from './definition-conditions.js'

/** What a change of a definition does to the documents that show it. */
type Reason = 'add' | 'update' | 'remove'

/**
 * `apiextensions_openapi_v*_regeneration_count`: changes of definitions by which documents are others from then on.
 *
 * Source: metrics.go of k8s.io/apiextensions-apiserver/pkg/controller/openapi and openapiv3, which make the series and count
 * nothing.
 */
export class DocumentMetrics {
  readonly #v2: NumberFamily
  readonly #v3: NumberFamily

  constructor(registry: MetricsRegistry) {
    this.#v2 = registry.counter({
      name: 'apiextensions_openapi_v2_regeneration_count',
      help: 'Counter of OpenAPI v2 spec regeneration count broken down by causing CRD name and reason.',
      stability: 'ALPHA',
      labelNames: ['crd', 'reason'],
    })
    this.#v3 = registry.counter({
      name: 'apiextensions_openapi_v3_regeneration_count',
      help: 'Counter of OpenAPI v3 spec regeneration count broken down by group, version, causing CRD and reason.',
      stability: 'ALPHA',
      labelNames: ['crd', 'group', 'reason', 'version'],
    })
  }

  /** A definition changed, which documents of some group versions show. */
  observe(change: ObjectChange<CustomResourceDefinition>, versions: readonly GroupVersion[]): void {
    if (versions.length === 0) return
    const [crd, reason] = [getName(change.object), reasonOf(change)]
    this.#v2.labels(crd, reason).inc()
    for (const { group, version } of versions) this.#v3.labels(crd, group, reason, version).inc()
  }
}

function reasonOf(change: ObjectChange<CustomResourceDefinition>): Reason {
  if (change.type !== 'MODIFIED') return change.type === 'ADDED' ? 'add' : 'remove'
  if (!isConditionTrue(change.old, 'Established')) return 'add'
  return isConditionTrue(change.object, 'Established') ? 'update' : 'remove'
}
