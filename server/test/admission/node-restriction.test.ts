import { TokenRequest } from 'apimachinery/api/authentication/v1'
import { CertificateSigningRequest } from 'apimachinery/api/certificates/v1'
import { Lease } from 'apimachinery/api/coordination/v1'
import { Binding, Node, PersistentVolume, PersistentVolumeClaim, Pod } from 'apimachinery/api/core/v1'
import { Eviction } from 'apimachinery/api/policy/v1'
import { ResourceSlice } from 'apimachinery/api/resource/v1'
import { CSIDriver, CSINode } from 'apimachinery/api/storage/v1'
import { deepCopy } from 'apimachinery/descriptor'
import { describe, expect, it } from 'vitest'
import { nodeRestriction } from '../../src/admission/plugins/node-restriction/node-restriction.js'
import { type Asked, answerOf, attributesOf } from './attributes-of.js'

const namespace = 'ns'
const kubelet = { name: 'system:node:mynode', groups: ['system:nodes'] }
const owner = { apiVersion: 'v1', kind: 'Node', name: 'mynode', uid: 'mynode-uid', controller: true }
const mirror = { 'kubernetes.io/config.mirror': 'true' }

/** A pod that a kubelet may create, but for what is given. */
function mirrorPod(spec: object = {}, metadata: object = {}): Pod {
  const own = { name: 'p', namespace, uid: 'p-uid', annotations: mirror, ownerReferences: [owner], ...metadata }
  return new Pod({ metadata: own, spec: { nodeName: 'mynode', containers: [], ...spec } as never })
}

function podOn(nodeName: string, name: string, more: object = {}): Pod {
  return new Pod({
    metadata: { name, namespace, uid: `${name}-uid` },
    spec: { nodeName, containers: [], ...more } as never,
  })
}

const token = (audience?: string) => ({
  serviceAccountToken: { path: 't', ...(audience !== undefined && { audience }) },
})
const volumes = [
  { name: 'plain', projected: { sources: [token()] } },
  { name: 'named', projected: { sources: [token('projected')] } },
  { name: 'inline', csi: { driver: 'inline-driver' } },
  { name: 'claimed', persistentVolumeClaim: { claimName: 'claim' } },
  { name: 'short', ephemeral: { volumeClaimTemplate: { spec: {} } } },
]
const pods = [
  podOn('mynode', 'mine', { volumes }),
  podOn('mynode', 'bare'),
  podOn('mynode', 'broken', { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'lost' } }] }),
  podOn('other', 'theirs'),
  podOn('', 'nobodys'),
]
const claims: Record<string, string> = { claim: 'volume', 'mine-short': 'short-volume' }
const drivers: Record<string, string> = { volume: 'claim-driver', 'short-volume': 'short-driver' }
const audiences: Record<string, string> = {
  'inline-driver': 'inline',
  'claim-driver': 'claimed',
  'short-driver': 'short',
}

const plugin = nodeRestriction(
  {
    livePod: async (_namespace, name) => pods.find(({ metadata }) => metadata?.name === name),
    liveNode: async (name) => (name === 'mynode' ? new Node({ metadata: { name, uid: 'mynode-uid' } }) : undefined),
    livePersistentVolumeClaim: async (_namespace, name) =>
      claims[name] === undefined
        ? undefined
        : new PersistentVolumeClaim({ metadata: { name }, spec: { volumeName: claims[name] } as never }),
    livePersistentVolume: async (name) =>
      new PersistentVolume({
        metadata: { name },
        spec: { csi: { driver: drivers[name], volumeHandle: 'h' } } as never,
      }),
    liveCSIDriver: async (name) =>
      new CSIDriver({ metadata: { name }, spec: { tokenRequests: [{ audience: audiences[name] ?? '' }] } }),
    authorizer: {
      async authorize({ verb, resource, name, namespace: place, user }) {
        const granted = verb === 'request-serviceaccounts-token-audience' && resource === 'granted'
        if (resource === 'failing') return { decision: 'no-opinion', reason: '', error: new Error('no way') }
        const allowed = granted && name === 'default' && place === namespace && user.name === kubelet.name
        return { decision: allowed ? 'allow' : 'no-opinion', reason: '' }
      },
    },
  },
  async (request) => {
    if (request === 'nonsense') throw new Error('PEM block type must be CERTIFICATE REQUEST')
    return { commonName: request, organizations: [] }
  },
)

type Row = readonly [asked: Asked, answer?: string]

const pod = (asked: Omit<Asked, 'resource'>): Asked => ({ resource: 'pods', namespace, ...asked })
const mirrorWith = (spec: object, metadata: object = {}): Asked => pod({ object: mirrorPod(spec, metadata) })
const withOwner = (...owners: object[]): Asked => mirrorWith({}, { ownerReferences: owners })
const changed = (name: string, change: (pod: Pod) => void = () => undefined): Asked => {
  const old = pods.find(({ metadata }) => metadata?.name === name) as Pod
  const object = deepCopy(old)
  change(object)
  return { operation: 'UPDATE', resource: 'pods/status', object, old }
}
const evicted = (name: string, of = name): Asked => ({
  resource: 'pods/eviction',
  namespace,
  name,
  object: new Eviction({ metadata: { name: of, namespace } }),
})
const node = (metadata: object, spec: object = {}): Node =>
  new Node({ metadata: { name: 'mynode', ...metadata }, spec: spec as never })
const nodeChange = (old: Node, object: Node, resource = 'nodes'): Asked => ({
  operation: 'UPDATE',
  resource,
  object,
  old,
})
const labelled = (...labels: string[]): Node =>
  node({ labels: Object.fromEntries(labels.map((label) => label.split('='))) })
const configured = (name: string): Node => node({}, { configSource: { configMap: { name } } })
const tainted = (value: string): Node => node({}, { taints: [{ key: 'k', value, effect: 'NoSchedule' }] })
const tokenFor = (boundObjectRef?: object, wanted?: readonly string[]): Asked => ({
  resource: 'serviceaccounts/token',
  namespace,
  name: 'default',
  object: new TokenRequest({ spec: { boundObjectRef, audiences: wanted ?? [] } as never }),
})
const bound = (name: string, change: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  name,
  uid: `${name}-uid`,
  ...change,
})
const claim = (status: object, metadata: object = {}): PersistentVolumeClaim =>
  new PersistentVolumeClaim({ metadata: { name: 'c', namespace, ...metadata }, spec: {}, status: status as never })
const named = <T>(Kind: new (init: never) => T, name: string, place = ''): T =>
  new Kind({ metadata: { name, ...(place && { namespace: place }) }, spec: {} } as never)
const slice = (nodeName: string): ResourceSlice =>
  new ResourceSlice({ metadata: { name: 's' }, spec: { nodeName, driver: 'd', pool: {} } as never })
const request = (signerName: string, text: string): Asked => ({
  resource: 'certificatesigningrequests.certificates.k8s.io',
  object: new CertificateSigningRequest({ metadata: { name: 'r' }, spec: { signerName, request: text } as never }),
})

const cannot = (what: string): string => `node "mynode" can not create pods that reference ${what}`
const unexpected = (operation: string): string =>
  `unexpected operation "${operation}", node "mynode" can only create and delete mirror pods`
const onlySelf = 'node "mynode" can only create pods with an owner reference set to itself'
const otherNode = 'node "mynode" is not allowed to modify node "other"'
const noTaints = 'node "mynode" is not allowed to modify taints'
const leaseName = 'can only access node lease with the same name as the requesting node'
const csiName = 'can only access CSINode with the same name as the requesting node'
const ofSigner = 'kubernetes.io/kubelet-serving'
const denied = (audience: string): string =>
  `audience "${audience}" not found in pod spec volume, system:node:mynode is not authorized to request tokens for this audience`

const rows: Record<string, readonly Row[]> = {
  'pods are created as mirrors of what runs on the node': [
    [pod({ object: mirrorPod() })],
    [
      mirrorWith({}, { annotations: {} }),
      'pod does not have "kubernetes.io/config.mirror" annotation, node "mynode" can only create mirror pods',
    ],
    [mirrorWith({ nodeName: 'other' }), 'node "mynode" can only create pods with spec.nodeName set to itself'],
    [mirrorWith({ nodeName: '' }), 'can only create pods with spec.nodeName set to itself'],
    [withOwner(), onlySelf],
    [withOwner(owner, owner), 'node "mynode" can only create pods with a single owner reference set to itself'],
    [withOwner({ ...owner, apiVersion: 'v2' }), onlySelf],
    [withOwner({ ...owner, kind: 'Pod' }), onlySelf],
    [withOwner({ ...owner, name: 'other' }), onlySelf],
    [
      withOwner({ ...owner, controller: undefined }),
      'node "mynode" can only create pods with a controller owner reference set to itself',
    ],
    [withOwner({ ...owner, controller: false }), 'a controller owner reference'],
    [
      withOwner({ ...owner, blockOwnerDeletion: true }),
      'node "mynode" must not set blockOwnerDeletion on an owner reference',
    ],
    [withOwner({ ...owner, blockOwnerDeletion: false })],
    [withOwner({ ...owner, uid: 'before' }), 'node mynode UID mismatch: expected before got mynode-uid'],
    [mirrorWith({ serviceAccountName: 'sa' }), cannot('a service account')],
    [mirrorWith({ volumes: [{ name: 'v', secret: { secretName: 's' } }] }), cannot('secrets')],
    [
      mirrorWith({
        containers: [{ name: 'c', env: [{ name: 'e', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }] }],
      }),
      cannot('secrets'),
    ],
    [mirrorWith({ imagePullSecrets: [{ name: 's' }] }), cannot('secrets')],
    [mirrorWith({ volumes: [{ name: 'v', configMap: { name: 'm' } }] }), cannot('configmaps')],
    [
      mirrorWith({ volumes: [{ name: 'v', projected: { sources: [{ clusterTrustBundle: { path: 'p' } }] } }] }),
      cannot('clustertrustbundles'),
    ],
    [
      mirrorWith({ volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] }),
      cannot('persistentvolumeclaims'),
    ],
    [mirrorWith({ resourceClaims: [{ name: 'c', resourceClaimName: 'theirs' }] }), cannot('resourceclaims')],
    [mirrorWith({ resourceClaims: [{ name: 'c', resourceClaimTemplateName: 't' }] }), cannot('resourceclaims')],
    [mirrorWith({ resourceClaims: [] })],
  ],
  'pods are deleted where they run on the node': [
    [pod({ operation: 'DELETE', name: 'mine' })],
    [
      pod({ operation: 'DELETE', name: 'theirs' }),
      'node "mynode" can only delete pods with spec.nodeName set to itself',
    ],
    [pod({ operation: 'DELETE', name: 'nobodys' }), 'can only delete pods with spec.nodeName set to itself'],
    [pod({ operation: 'DELETE', name: 'gone' }), 'pods "gone" not found'],
    [pod({ operation: 'UPDATE', object: pods[0], old: pods[0] }), unexpected('UPDATE')],
  ],
  'the status of pods is that of the node': [
    [changed('mine')],
    [changed('theirs'), 'node "mynode" can only update pod status for pods with spec.nodeName set to itself'],
    [changed('nobodys'), 'can only update pod status for pods with spec.nodeName set to itself'],
    [
      changed('mine', (each) => Object.assign(each.metadata!, { labels: { a: 'b' } })),
      'node "mynode" cannot update labels through pod status',
    ],
    [
      changed('mine', (each) => Object.assign(each, { status: { resourceClaimStatuses: [{ name: 'c' }] } })),
      'node "mynode" cannot update resource claim statues',
    ],
    [{ resource: 'pods/status', object: pods[0] }, 'unexpected operation "CREATE"'],
    [{ operation: 'DELETE', resource: 'pods/status', old: pods[0] }, 'unexpected operation "DELETE"'],
    [
      { resource: 'pods/binding', object: new Binding({ metadata: { name: 'mine' }, target: {} }) },
      `unexpected pod subresource "binding", only 'status' and 'eviction' are allowed`,
    ],
    [
      { resource: 'pods/ephemeralcontainers', operation: 'UPDATE', object: pods[0], old: pods[0] },
      'unexpected pod subresource "ephemeralcontainers"',
    ],
  ],
  'pods are evicted where they run on the node': [
    [evicted('mine')],
    [evicted('', 'mine')],
    [evicted('mine', 'theirs')],
    [evicted('theirs'), 'node mynode can only evict pods with spec.nodeName set to itself'],
    [evicted('gone'), 'pods "gone" not found'],
    [evicted(''), 'could not determine pod from request data'],
    [{ ...evicted('mine'), operation: 'UPDATE' }, 'unexpected operation UPDATE'],
  ],
  'nodes change themselves': [
    [{ resource: 'nodes', object: node({}) }],
    [{ resource: 'nodes', object: node({ name: 'other' }) }, otherNode],
    [
      { resource: 'nodes', object: configured('m') },
      'node "mynode" is not allowed to create pods with a non-nil configSource',
    ],
    [{ resource: 'nodes', object: tainted('v') }],
    [nodeChange(node({}), node({}))],
    [nodeChange(node({}), node({}), 'nodes/status')],
    [nodeChange(node({ name: 'other' }), node({ name: 'other' })), otherNode],
    [{ operation: 'DELETE', resource: 'nodes', name: 'mynode', old: node({}) }],
    [{ operation: 'DELETE', resource: 'nodes', name: 'other', old: node({ name: 'other' }) }, otherNode],
    [
      nodeChange(node({}), configured('m')),
      'node "mynode" is not allowed to update configSource to a new non-nil configSource',
    ],
    [nodeChange(configured('m'), configured('n')), 'to a new non-nil configSource'],
    [nodeChange(configured('m'), configured('m'))],
    [nodeChange(configured('m'), node({}))],
    [nodeChange(node({}), tainted('v')), noTaints],
    [nodeChange(tainted('v'), tainted('w')), noTaints],
    [nodeChange(tainted('v'), node({})), noTaints],
    [nodeChange(tainted('v'), tainted('v'))],
    [nodeChange(node({}), tainted('v'), 'nodes/status'), noTaints],
  ],
  'labels of nodes that others decide by are not theirs to change': [
    ...[
      'kubernetes.io/hostname',
      'topology.kubernetes.io/zone',
      'kubernetes.io/os',
      'node.kubernetes.io/instance-type',
      'foo.node.kubernetes.io/x',
      'kubelet.kubernetes.io/x',
      'foo.kubelet.kubernetes.io/x',
      'example.com/x',
      'plain',
      'beta.kubernetes.io/arch',
    ].flatMap((label): Row[] => [
      [{ resource: 'nodes', object: labelled(`${label}=a`) }],
      [nodeChange(labelled(`${label}=a`), labelled(`${label}=b`))],
      [nodeChange(labelled(`${label}=a`), labelled())],
    ]),
    ...[
      'node-restriction.kubernetes.io/x',
      'foo.node-restriction.kubernetes.io/x',
      'kubernetes.io/x',
      'other.kubernetes.io/x',
      'k8s.io/x',
      'other.k8s.io/x',
    ].flatMap((label): Row[] => [
      [
        { resource: 'nodes', object: labelled(`${label}=a`) },
        `node "mynode" is not allowed to set the following labels: ${label}`,
      ],
      [nodeChange(labelled(), labelled(`${label}=a`)), `is not allowed to modify labels: ${label}`],
      [nodeChange(labelled(`${label}=a`), labelled(`${label}=b`)), `is not allowed to modify labels: ${label}`],
      [nodeChange(labelled(`${label}=a`), labelled()), `is not allowed to modify labels: ${label}`],
      [nodeChange(labelled(`${label}=a`), labelled(`${label}=a`, 'free=b'))],
    ]),
    [nodeChange(labelled(), labelled('k8s.io/b=1', 'k8s.io/a=1')), 'labels: k8s.io/a, k8s.io/b'],
  ],
  'tokens are for pods of the node': [
    [tokenFor(bound('mine'))],
    [tokenFor(), 'node requested token not bound to a pod'],
    [tokenFor(bound('mine', { kind: 'Secret' })), 'node requested token not bound to a pod'],
    [tokenFor(bound('mine', { apiVersion: 'v2' })), 'node requested token not bound to a pod'],
    [tokenFor(bound('', {})), 'node requested token not bound to a pod'],
    [tokenFor(bound('mine', { uid: '' })), 'node requested token with a pod binding without a uid'],
    [
      tokenFor(bound('mine', { uid: 'before' })),
      'the UID in the bound object reference (before) does not match the UID in record. The object might have been deleted and then recreated',
    ],
    [tokenFor(bound('theirs')), 'node requested token bound to a pod scheduled on a different node'],
    [tokenFor(bound('gone')), 'pods "gone" not found'],
    [{ ...tokenFor(), resource: 'serviceaccounts' }],
    [{ ...tokenFor(), operation: 'UPDATE' }],
  ],
  'tokens are for audiences that pods name': [
    [tokenFor(bound('mine'), ['projected'])],
    [tokenFor(bound('mine'), ['inline'])],
    [tokenFor(bound('mine'), ['claimed'])],
    [tokenFor(bound('mine'), ['short'])],
    [tokenFor(bound('mine'), ['granted'])],
    [tokenFor(bound('mine'), ['unknown']), denied('unknown')],
    [tokenFor(bound('bare')), denied('')],
    [tokenFor(bound('bare'), ['projected']), denied('projected')],
    [
      tokenFor(bound('mine'), ['failing']),
      'audience "failing" not found in pod spec volume, error authorizing system:node:mynode to request tokens for this audience: no way',
    ],
    [tokenFor(bound('mine'), ['projected', 'inline']), 'node may only request 0 or 1 audiences'],
    [
      tokenFor(bound('broken'), ['unknown']),
      'error validating audience "unknown": persistentvolumeclaims "lost" not found',
    ],
  ],
  'leases and CSINodes are those of the node': [
    [{ resource: 'leases.coordination.k8s.io', object: named(Lease, 'mynode', 'kube-node-lease') }],
    [{ resource: 'leases.coordination.k8s.io', object: named(Lease, 'other', 'kube-node-lease') }, leaseName],
    [
      { resource: 'leases.coordination.k8s.io', object: named(Lease, 'mynode', 'ns') },
      'can only access leases in the "kube-node-lease" system namespace',
    ],
    [
      {
        resource: 'leases.coordination.k8s.io',
        operation: 'UPDATE',
        name: 'other',
        object: named(Lease, 'other', 'kube-node-lease'),
      },
      leaseName,
    ],
    [{ resource: 'leases.coordination.k8s.io', operation: 'DELETE', name: 'mynode', namespace: 'kube-node-lease' }],
    [
      { resource: 'leases.coordination.k8s.io', operation: 'DELETE', name: 'other', namespace: 'kube-node-lease' },
      leaseName,
    ],
    [{ resource: 'csinodes.storage.k8s.io', object: named(CSINode, 'mynode') }],
    [{ resource: 'csinodes.storage.k8s.io', object: named(CSINode, 'other') }, csiName],
    [{ resource: 'csinodes.storage.k8s.io', operation: 'UPDATE', object: named(CSINode, 'other') }, csiName],
    [{ resource: 'csinodes.storage.k8s.io', operation: 'DELETE', name: 'other' }, csiName],
    [{ resource: 'csinodes.storage.k8s.io', operation: 'DELETE', name: 'mynode' }],
  ],
  'claims are reported on': [
    [
      {
        operation: 'UPDATE',
        resource: 'persistentvolumeclaims/status',
        old: claim({}),
        object: claim({
          capacity: { storage: '1Gi' },
          conditions: [{ type: 'Resizing' }],
          allocatedResources: { storage: '2Gi' },
        }),
      },
    ],
    [
      {
        operation: 'UPDATE',
        resource: 'persistentvolumeclaims/status',
        old: claim({}),
        object: claim({ phase: 'Bound' }),
      },
      'node "mynode" is not allowed to update fields other than status.quantity and status.conditions',
    ],
    [
      {
        operation: 'UPDATE',
        resource: 'persistentvolumeclaims/status',
        old: claim({}),
        object: claim({}, { labels: { a: 'b' } }),
      },
      'is not allowed to update fields other than',
    ],
    [
      { operation: 'UPDATE', resource: 'persistentvolumeclaims', old: claim({}), object: claim({}) },
      'may only update PVC status',
    ],
    [{ resource: 'persistentvolumeclaims/status', object: claim({}) }, 'unexpected operation "CREATE"'],
  ],
  'slices and requests of certificates are those of the node': [
    [{ resource: 'resourceslices.resource.k8s.io', object: slice('mynode') }],
    [
      { resource: 'resourceslices.resource.k8s.io', object: slice('other') },
      'can only create ResourceSlice with the same NodeName as the requesting node',
    ],
    [{ resource: 'resourceslices.resource.k8s.io', operation: 'UPDATE', object: slice('other'), old: slice('other') }],
    [{ resource: 'resourceslices.resource.k8s.io', operation: 'DELETE', old: slice('mynode') }],
    [
      { resource: 'resourceslices.resource.k8s.io', operation: 'DELETE', old: slice('other') },
      'can only delete ResourceSlice with the same NodeName as the requesting node',
    ],
    [request(ofSigner, 'system:node:mynode')],
    [
      request('kubernetes.io/kube-apiserver-client-kubelet', 'system:node:other'),
      'can only create a node CSR with CN=system:node:mynode',
    ],
    [request(ofSigner, 'nonsense'), 'unable to parse csr: PEM block type must be CERTIFICATE REQUEST'],
    [request('example.com/mine', 'anybody')],
    [{ ...request(ofSigner, 'system:node:other'), operation: 'UPDATE' }],
  ],
}

describe.each(Object.entries(rows))('%s', (_name, each) => {
  it.each(each.map(([asked, answer = '']) => ({ answer, asked })))('row $#: $answer', async ({ answer, asked }) => {
    const said = await answerOf(plugin, attributesOf({ ...asked, user: kubelet }))
    if (answer === '') expect(said).toBe('')
    else expect(said).toContain(answer)
    // Users that are not nodes may do all of it.
    expect(await answerOf(plugin, attributesOf(asked))).toBe('')
  })
})

describe('a member of system:nodes', () => {
  it.each(['system:node:', 'somebody'])('whose name is %j is no node', async (name) => {
    const said = await answerOf(
      plugin,
      attributesOf({ resource: 'nodes', object: node({}), user: { name, groups: ['system:nodes'] } }),
    )
    expect(said).toBe(
      name === 'somebody' ? '' : 'nodes "mynode" is forbidden: could not determine node from user "system:node:"',
    )
  })
})
