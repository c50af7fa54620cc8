import { NodeAuthorizer, NodeGraph, related } from '@apimachinery/server/authorization'
import { PersistentVolume, Pod } from 'apimachinery/api/core/v1'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Relation } from '../../src/authorization/node/node-graph.js'
import { podRelations } from '../../src/authorization/node/pod-relations.js'
import { volumeRelations } from '../../src/authorization/node/volume-relations.js'

const node1 = { name: 'system:node:node1', uid: '', groups: ['system:nodes'], extra: {} }
const unrelated = "no relationship found between node 'node1' and this object"

const pod = new Pod({
  metadata: { namespace: 'ns', name: 'web' },
  spec: {
    nodeName: 'node1',
    serviceAccountName: 'sa',
    imagePullSecrets: [{ name: 'pull' }],
    containers: [{ name: 'c', image: 'c', envFrom: [{ configMapRef: { name: 'env' } }] }],
    volumes: [
      { name: 'data', persistentVolumeClaim: { claimName: 'claim' } },
      { name: 'scratch', ephemeral: {} },
      { name: 'all', projected: { sources: [{ secret: { name: 'projected' } }, { configMap: { name: 'ca' } }] } },
    ],
    resourceClaims: [
      { name: 'own', resourceClaimName: 'gpu' },
      { name: 'made', resourceClaimTemplateName: 'template' },
    ],
  },
  status: { resourceClaimStatuses: [{ name: 'made', resourceClaimName: 'web-made-x' }] },
})
const volume = new PersistentVolume({
  metadata: { name: 'volume' },
  spec: {
    claimRef: { namespace: 'ns', name: 'claim' },
    csi: {
      driver: 'd',
      volumeHandle: 'h',
      nodePublishSecretRef: { namespace: 'ns', name: 'publish' },
      controllerPublishSecretRef: { namespace: 'ns', name: 'controller' },
    },
  },
})

describe('the authorizer of nodes', () => {
  let graph: NodeGraph
  let authorizer: NodeAuthorizer
  beforeEach(() => {
    graph = new NodeGraph()
    graph.set(related('pod', 'ns', 'web'), podRelations(pod))
    graph.set(related('persistentvolume', '', 'volume'), volumeRelations(volume))
    const rules = [{ verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['services'] }]
    authorizer = new NodeAuthorizer({ graph, rules })
  })

  /** `allow`, or why not; `what` is `verb group/resource[/subresource] [namespace/]name`, where a dash is no name. */
  async function ask(what: string, user = node1, selector?: string): Promise<string> {
    const [verb = '', path = '', place = ''] = what.split(' ')
    const [apiGroup = '', resource = '', subresource = ''] = path.split('/')
    const [name = '', namespace = ''] = place.split('/').reverse()
    const [key = '', value = ''] = selector?.split('=') ?? []
    const { decision, reason } = await authorizer.authorize({
      user,
      verb,
      apiGroup,
      apiVersion: 'v1',
      resource,
      subresource,
      namespace,
      name: name === '-' ? '' : name,
      isResourceRequest: true,
      path: '',
      ...(selector !== undefined && { fieldSelector: [{ key, operator: '=', value }] }),
    })
    return decision === 'allow' ? 'allow' : reason
  }

  test.each([
    'get /pods ns/web',
    'get /secrets ns/pull',
    'list /secrets ns/projected',
    'watch /configmaps ns/env',
    'get /configmaps ns/ca',
    'get /persistentvolumeclaims ns/claim',
    'patch /persistentvolumeclaims/status ns/claim',
    'get /persistentvolumeclaims ns/web-scratch',
    'get /persistentvolumes volume',
    'get /secrets ns/publish',
    'get resource.k8s.io/resourceclaims ns/gpu',
    'get resource.k8s.io/resourceclaims ns/web-made-x',
    'get /serviceaccounts ns/sa',
    'create /serviceaccounts/token ns/sa',
    'update coordination.k8s.io/leases kube-node-lease/node1',
    'create coordination.k8s.io/leases kube-node-lease/-',
    'delete storage.k8s.io/csinodes node1',
    'create resource.k8s.io/resourceslices -',
    'get /nodes node1',
    'patch /nodes/status node2',
    'create /pods ns/-',
    'delete /pods ns/web',
    'update /pods/status ns/web',
    'patch /pods/status ns/web',
    'create /pods/eviction ns/web',
    'create storage.k8s.io/csinodes -',
    'update storage.k8s.io/csinodes node1',
    'create /nodes node2',
    'update /nodes node2',
    'patch /nodes node2',
    'watch /nodes node1',
    'update /nodes/status node2',
    'list /services -',
  ])('allows: %s', async (what) => {
    expect(await ask(what)).toBe('allow')
  })

  test.each([
    ['get /secrets ns/other', unrelated],
    ['get /secrets elsewhere/pull', unrelated],
    ['get /secrets ns/controller', unrelated],
    ['get /pods ns/other', unrelated],
    ['create /serviceaccounts/token ns/other', unrelated],
    ['get resource.k8s.io/resourceslices slice', unrelated],
    ['delete /secrets ns/pull', 'can only read resources of this type'],
    ['list /secrets -', 'can only read namespaced object of this type'],
    ['list /secrets ns/-', 'No Object name found'],
    ['list /persistentvolumes -', 'can only get individual resources of this type'],
    ['get /persistentvolumes/status volume', 'cannot get subresource'],
    ['get /persistentvolumeclaims/status ns/claim', 'can only get/update/patch this type'],
    ['list /serviceaccounts ns/-', 'can only create tokens for individual service accounts'],
    ['create /serviceaccounts ns/sa', 'can only create token subresource of serviceaccount'],
    [
      'list coordination.k8s.io/leases kube-node-lease/-',
      'can only get, create, update, patch, or delete a node lease',
    ],
    ['get coordination.k8s.io/leases ns/node1', 'can only access leases in the "kube-node-lease" system namespace'],
    [
      'get coordination.k8s.io/leases kube-node-lease/node2',
      'can only access node lease with the same name as the requesting node',
    ],
    ['get storage.k8s.io/csinodes node2', 'can only access CSINode with the same name as the requesting node'],
    ['list storage.k8s.io/csinodes node1', 'can only get, create, update, patch, or delete a CSINode'],
    ['get storage.k8s.io/csinodes/status node1', 'cannot authorize CSINode subresources'],
    ['get resource.k8s.io/resourceslices/status slice', 'cannot authorize ResourceSlice subresources'],
    [
      'bind resource.k8s.io/resourceslices slice',
      'only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection',
    ],
    ['update resource.k8s.io/resourceslices slice', unrelated],
    ['patch resource.k8s.io/resourceslices slice', unrelated],
    ['delete resource.k8s.io/resourceslices slice', unrelated],
    ['delete /nodes node1', ''],
    ['get /nodes/status node1', ''],
    ['get /nodes/proxy node1', ''],
    ['get /pods/status ns/web', ''],
    ['create /pods/status ns/web', ''],
    ['update /pods/eviction ns/web', ''],
    ['get /pods/log ns/web', ''],
    ['list /pods ns/other', unrelated],
    ['list /nodes -', "node 'node1' cannot read all nodes, only its own Node object"],
    ['get /nodes node2', "node 'node1' cannot read 'node2', only its own Node object"],
    ['list /pods -', 'can only list/watch pods with spec.nodeName field selector'],
    ['update /pods ns/web', ''],
    ['delete /services ns/s', ''],
  ])('does not allow: %s', async (what, reason) => {
    expect(await ask(what)).toBe(reason)
  })

  test('lets a node list what a selector narrows to it', async () => {
    expect(await ask('list /pods -', node1, 'spec.nodeName=node1')).toBe('allow')
    expect(await ask('list /pods -', node1, 'spec.nodeName=node2')).toContain('can only list/watch pods')
    const slices = 'resource.k8s.io/resourceslices -'
    const refused = 'can only list/watch/deletecollection resourceslices with nodeName field selector'
    for (const verb of ['list', 'watch', 'deletecollection']) {
      expect(await ask(`${verb} ${slices}`, node1, 'spec.nodeName=node1')).toBe('allow')
      expect(await ask(`${verb} ${slices}`, node1, 'nodeName=node1')).toBe(refused)
      expect(await ask(`${verb} ${slices}`, node1, 'spec.nodeName=node2')).toBe(refused)
      expect(await ask(`${verb} ${slices}`)).toBe(refused)
    }
  })

  test('tells nodes from each other and from users', async () => {
    expect(await ask('get /secrets ns/pull', { ...node1, name: 'system:node:node2' })).toContain("node 'node2'")
    expect(await ask('get /secrets ns/pull', { ...node1, name: 'system:node:' })).toBe(
      'unknown node for user "system:node:"',
    )
    expect(await ask('get /secrets ns/pull', { ...node1, groups: [] })).toBe('')
    expect(await ask('get /secrets ns/pull', { ...node1, name: 'alice' })).toBe('')
  })

  test('drops the references of a deleted pod, and keeps those that another pod has', async () => {
    const second = new Pod({ metadata: { namespace: 'ns', name: 'two' }, spec: { ...pod.spec, volumes: [] } as never })
    graph.set(related('pod', 'ns', 'two'), podRelations(second))
    graph.delete(related('pod', 'ns', 'web'))
    expect(await ask('get /secrets ns/pull')).toBe('allow')
    for (const gone of ['pods ns/web', 'persistentvolumes volume', 'secrets ns/publish', 'secrets ns/projected'])
      expect(await ask(`get /${gone}`)).toBe(unrelated)
    graph.delete(related('pod', 'ns', 'two'))
    expect(await ask('get /secrets ns/pull')).toBe(unrelated)
  })

  test('gives nothing for a mirror pod but the pod itself', async () => {
    const annotations = { 'kubernetes.io/config.mirror': 'x' }
    const mirror = new Pod({ ...pod, metadata: { namespace: 'ns', name: 'web', annotations } })
    graph.set(related('pod', 'ns', 'web'), podRelations(mirror))
    expect(await ask('get /pods ns/web')).toBe('allow')
    expect(await ask('get /secrets ns/pull')).toBe(unrelated)
  })

  test('names no rules, and says so to nodes', async () => {
    const errors = ['node authorizer does not support user rule resolution']
    expect(await authorizer.rulesFor(node1)).toMatchObject({ incomplete: true, errors })
    expect(await authorizer.rulesFor({ ...node1, groups: [] })).toMatchObject({ incomplete: false, errors: [] })
  })
})

// Facts of VisitPVSecretNames of pkg/api/v1/persistentvolume.
describe('a volume', () => {
  const secretsOf = (spec: object) =>
    volumeRelations(new PersistentVolume({ metadata: { name: 'v' }, spec: spec as never }))
  const bound = { claimRef: { namespace: 'ns', name: 'claim' } }
  const volumeItself = related('persistentvolume', '', 'v')
  const ofClaim = { from: volumeItself, to: related('persistentvolumeclaim', 'ns', 'claim') }
  const secret = (namespace: string, name: string) => ({ from: related('secret', namespace, name), to: volumeItself })

  test('that is not bound belongs to nothing', () => {
    expect(volumeRelations(new PersistentVolume({ metadata: { name: 'v' } }))).toEqual([])
    expect(secretsOf({ csi: { driver: 'd', volumeHandle: 'h', nodePublishSecretRef: { name: 's' } } })).toEqual([])
    expect(secretsOf({ ...bound })).toEqual([ofClaim])
  })

  test.each<[object, Relation[]]>([
    [{ azureFile: { secretName: 's', shareName: 'x' } }, [secret('ns', 's')]],
    [{ azureFile: { secretName: 's', secretNamespace: 'o', shareName: 'x' } }, [secret('o', 's')]],
    [{ cephfs: { monitors: [], secretRef: { name: 's' } } }, [secret('ns', 's')]],
    [{ cephfs: { monitors: [], secretRef: { name: 's', namespace: 'o' } } }, [secret('o', 's')]],
    [{ cephfs: { monitors: [] } }, []],
    [{ flexVolume: { driver: 'd', secretRef: { name: 's' } } }, [secret('ns', 's')]],
    [{ rbd: { monitors: [], image: 'i', secretRef: { name: 's' } } }, [secret('ns', 's')]],
    [{ scaleIO: { gateway: 'g', system: 's', secretRef: { name: 's' } } }, [secret('ns', 's')]],
    [{ iscsi: { targetPortal: 't', iqn: 'i', lun: 0, secretRef: { name: 's' } } }, [secret('ns', 's')]],
    [{ cinder: { volumeID: 'v', secretRef: { name: 's', namespace: 'o' } } }, [secret('o', 's')]],
    [{ storageos: { secretRef: { name: 's', namespace: 'o' } } }, [secret('o', 's')]],
    [
      {
        csi: {
          ...{ driver: 'd', volumeHandle: 'h', nodePublishSecretRef: { name: 'p', namespace: 'o' } },
          nodeStageSecretRef: { name: 's', namespace: 'o' },
          nodeExpandSecretRef: { name: 'e', namespace: 'o' },
          controllerExpandSecretRef: { name: 'c', namespace: 'o' },
        },
      },
      [secret('o', 'p'), secret('o', 's'), secret('o', 'e')],
    ],
  ])('%j lends its secrets to its node', (spec, secrets) => {
    expect(secretsOf({ ...bound, ...spec })).toEqual([ofClaim, ...secrets])
  })
})
