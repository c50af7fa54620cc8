import type { GenericAPIServer } from '../server/generic-api-server.js'
import type { KV } from '../storage/kv/kv.js'

/** What the checks ask. */
export interface HealthParts {
  readonly kv: KV
  /** Resolves when roles, namespaces and the like are in memory. */
  readonly informersSynced: Promise<void>
}

/** The checks `etcd`, `etcd-readiness` and `informer-sync`, by upstream's names whatever the store is. */
export function addHealthChecks(generic: GenericAPIServer, { kv, informersSynced }: HealthParts): void {
  const store = async (): Promise<void> => void (await kv.status())
  generic.addHealthCheck({ name: 'etcd', check: store })
  generic.addReadyCheck({ name: 'etcd-readiness', check: store })
  let synced = false
  void informersSynced.then(() => {
    synced = true
  })
  generic.addReadyCheck({
    name: 'informer-sync',
    check() {
      if (!synced) throw new Error('informers not synced yet')
    },
  })
}
