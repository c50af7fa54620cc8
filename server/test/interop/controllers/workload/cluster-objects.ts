import type { Operation, WorkloadKind } from './operation.js'
import { pools } from './pod-template.js'

export const namespaces: WorkloadKind = {
  kind: 'Namespace',
  path: '/api/v1/namespaces',
  weight: 0.25,
  most: 2,
  create: (name) => ({ metadata: { name, labels: { workload: 'random' } } }),
  change: ({ path }, { serial }) => [{ verb: 'merge', path, body: { metadata: { labels: { note: `${serial}` } } } }],
  remove: ({ path }) => ({ verb: 'delete', path, body: {} }),
}

export const volumes: WorkloadKind = {
  kind: 'PersistentVolume',
  path: '/api/v1/persistentvolumes',
  weight: 0.7,
  most: 6,
  create: (name) => ({
    metadata: { name, labels: { workload: 'random' } },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '2Gi' },
      persistentVolumeReclaimPolicy: 'Retain',
      hostPath: { path: '/nowhere' },
    },
  }),
  change: ({ path }, { serial }) => [{ verb: 'merge', path, body: { metadata: { labels: { note: `${serial}` } } } }],
  remove: ({ path }) => ({ verb: 'delete', path, body: {} }),
}

/** Requests of the common name `workload`, and of a node. */
const certificateRequests = [
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlITk1IVUNBUUF3RXpFUk1BOEdBMVVFQXd3SWQyOXlhMnh2WVdRd1dUQVRCZ2NxaGtqT1BRSUJCZ2dxaGtqTwpQUU1CQndOQ0FBUnJHNGdlL1BSU1F5S21TL1ZpZzB0QzQ1cnl4czlSRXFJc2ZhYURseFcrMDdHWFRObE41OWJoCm1ESTJUSVBjUy84ZWRob21Ta1oyNyt4TUo2WE8zaUFIb0FBd0NnWUlLb1pJemowRUF3SURTQUF3UlFJaEFPZzgKZ2RWSGV2Q3BDTUg5WlBPZkZNak9KM2Y2dk1sVjRBdHBaL2J1MHRLMkFpQk85Nk5qd2lNUXBTL0hzMXlJMkg2TQoveVZ6NlhCcmt3MlJ1R1pNcE5lOWdnPT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==',
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlId01JR1lBZ0VBTURZeEZUQVRCZ05WQkFvTURITjVjM1JsYlRwdWIyUmxjekVkTUJzR0ExVUVBd3dVYzNsegpkR1Z0T201dlpHVTZkMjl5YTJ4dllXUXdXVEFUQmdjcWhrak9QUUlCQmdncWhrak9QUU1CQndOQ0FBUnFpNmpUCkZBVVZ1Sk0yQkZvOUlsS3BsN3JOOFlTeWJ4UGtMTUhjdkN3bkxpU2txaHM2VGIzanUyQWRzd0VjV0dPN0gySnQKVmJKSEx6YW9MdWJ3eWVLaG9BQXdDZ1lJS29aSXpqMEVBd0lEUndBd1JBSWdIVThoSUNUOEdQbStpK2RIMGsxWQpmQjhhRkpXWlZwWTZYR1JpNDFFV3ZuTUNJQUtrdUc2aXpNWHNGbkhncFlOS2pUUEtwRmhQZ3NEWENxbkdKMUJzCmhPWWMKLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==',
] as const
const signers = ['kube-apiserver-client', 'kube-apiserver-client-kubelet', 'kubelet-serving', 'legacy-unknown'] as const

export const certificates: WorkloadKind = {
  kind: 'CertificateSigningRequest',
  path: '/apis/certificates.k8s.io/v1/certificatesigningrequests',
  weight: 0.7,
  most: 6,
  create: (name, { random }) => ({
    metadata: { name, labels: { workload: 'random' } },
    spec: {
      request: random.pick(certificateRequests),
      signerName: `kubernetes.io/${random.pick(signers)}`,
      usages: ['digital signature', random.pick(['client auth', 'server auth'] as const)],
      ...(random.chance(0.3) && { expirationSeconds: 3600 }),
    },
  }),
  change({ path, memory }, { random, serial }): readonly Operation[] {
    if (memory.get('answered') === true)
      return [{ verb: 'merge', path, body: { metadata: { labels: { note: `${serial}` } } } }]
    memory.set('answered', true)
    const type = random.pick(['Approved', 'Approved', 'Denied'] as const)
    return [{ verb: 'approve', path, body: { type, status: 'True', reason: 'Workload', message: 'so it is' } }]
  },
  remove: ({ path }) => ({ verb: 'delete', path, body: {} }),
}

/** The node of a pool, as it is created. */
export function newNode(pool: string): object {
  return {
    metadata: {
      name: `node-${pool}`,
      annotations: { 'kwok.x-k8s.io/node': 'fake' },
      labels: { pool, 'kubernetes.io/os': 'linux' },
    },
  }
}

/** Nodes of the pools, which are there from the beginning, and more of no pool. */
export const nodes: WorkloadKind = {
  kind: 'Node',
  path: '/api/v1/nodes',
  weight: 0.6,
  most: pools.length + 1,
  create: (name) => ({
    metadata: { name, annotations: { 'kwok.x-k8s.io/node': 'fake' }, labels: { 'kubernetes.io/os': 'linux' } },
  }),
  change({ path, memory }, { random, others }) {
    const silent = memory.get('silent') === true
    const otherSilent = others('Node').some((other) => other.path !== path && other.memory.get('silent') === true)
    if (silent || (!otherSilent && random.chance(0.15))) {
      memory.set('silent', !silent)
      const annotations = { 'kwok.x-k8s.io/node': silent ? 'fake' : null }
      return [{ verb: 'merge', path, body: { metadata: { annotations } } }]
    }
    if (random.chance(0.7)) {
      const unschedulable = memory.get('cordoned') !== true
      memory.set('cordoned', unschedulable)
      return [{ verb: 'merge', path, body: { spec: { unschedulable } } }]
    }
    return [{ verb: 'merge', path, body: { metadata: { labels: { zone: random.pick(['x', 'y'] as const) } } } }]
  },
  remove: ({ path }) => ({ verb: 'delete', path, body: {} }),
}
