import type { Operation, Turn, WorkloadKind } from './operation.js'
import { pools } from './pod-template.js'

/** Config maps that belong to others, some of which do not exist. */
export const configMaps: WorkloadKind = {
  kind: 'ConfigMap',
  path: '/api/v1/namespaces/NS/configmaps',
  weight: 2,
  most: 8,
  create(name, turn) {
    const ownerReferences = [ownerOf(turn), ...(turn.random.chance(0.2) ? [ownerOf(turn)] : [])].flat()
    const unique = [...new Map(ownerReferences.map((each) => [each.name, each])).values()]
    return { metadata: { name, labels: { workload: 'random' }, ownerReferences: unique }, data: { a: 'b' } }
  },
  change({ path }, { serial }) {
    return [{ verb: 'merge', path, body: { data: { a: `${serial}` } } }]
  },
  remove({ path }, { random }): Operation {
    return {
      verb: 'delete',
      path,
      body: { propagationPolicy: random.pick(['Background', 'Foreground', 'Orphan'] as const) },
    }
  },
}

interface Owner {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly blockOwnerDeletion: boolean
}

function ownerOf({ random, others }: Turn): readonly Owner[] {
  const kinds = [
    ['ConfigMap', 'v1'],
    ['Deployment', 'apps/v1'],
    ['Job', 'batch/v1'],
  ] as const
  const [kind, apiVersion] = random.pick(kinds)
  const owner = random.pick(others(kind))
  if (random.chance(0.05))
    return [
      { apiVersion, kind, name: 'absent', uid: '00000000-0000-0000-0000-000000000001', blockOwnerDeletion: false },
    ]
  if (owner === undefined) return []
  return [{ apiVersion, kind, name: owner.name, uid: `<uid ${owner.path}>`, blockOwnerDeletion: random.chance(0.5) }]
}

export const pods: WorkloadKind = {
  kind: 'Pod',
  path: '/api/v1/namespaces/NS/pods',
  weight: 1,
  most: 3,
  create(name, { random, others }) {
    // Some have the labels of a replica set, and are adopted.
    const app = random.chance(0.3) ? random.pick(others('ReplicaSet')) : undefined
    return {
      metadata: { name, labels: { app: app?.name ?? name, tier: 'a' } },
      spec: {
        containers: [{ name: 'c', image: 'app:1', resources: { requests: { cpu: '10m' } } }],
        terminationGracePeriodSeconds: 0,
        // Nobody makes it again where its node is gone: that must be the same node each time.
        nodeSelector: { pool: random.pick(pools) },
      },
    }
  },
  change({ path }, { serial }) {
    return [{ verb: 'merge', path, body: { metadata: { labels: { note: `${serial % 3}` } } } }]
  },
}

export const claims: WorkloadKind = {
  kind: 'PersistentVolumeClaim',
  path: '/api/v1/namespaces/NS/persistentvolumeclaims',
  weight: 1.5,
  most: 3,
  create(name, { random, others }) {
    const volume = random.pick(others('PersistentVolume'))?.name
    const own = volume === undefined || random.chance(0.5)
    return {
      metadata: { name, labels: { workload: 'random' } },
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
        ...(own ? { storageClassName: 'made-up' } : { storageClassName: '', volumeName: volume }),
      },
    }
  },
  change({ path }, { random, serial }) {
    const body = random.chance(0.5)
      ? { spec: { resources: { requests: { storage: `${2 + random.below(3)}Gi` } } } }
      : { metadata: { labels: { note: `${serial % 3}` } } }
    return [{ verb: 'merge', path, body }]
  },
}
