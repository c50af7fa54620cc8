import { CertificateSigningRequest } from 'apimachinery/api/certificates/v1'
import { ConfigMap, Event, LimitRange, Namespace, Node, Pod, Service, ServiceAccount } from 'apimachinery/api/core/v1'
import { ClusterRole, ClusterRoleBinding } from 'apimachinery/api/rbac/v1'
import { PatchType } from 'apimachinery/patch'
import type { KubernetesObject } from 'apimachinery/runtime'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseAdmissionConfiguration } from '../../src/kubernetes/admission-configuration.js'
import { APIServer } from '../../src/kubernetes/api-server.js'
import { TestServer } from '../../src/testing/index.js'

const users = { approver: {}, maker: {}, 'system:node:n1': { groups: ['system:nodes'] } }
const limits = [{ type: 'User', qps: 0.001, burst: 2 }] as const
const enable = [
  'NamespaceAutoProvision',
  'LimitPodHardAntiAffinityTopology',
  'NodeRestriction',
  'AlwaysPullImages',
  'PodNodeSelector',
  'PodTolerationRestriction',
  'EventRateLimit',
  'ExtendedResourceToleration',
  'OwnerReferencesPermissionEnforcement',
  'DenyServiceExternalIPs',
]
let server: TestServer

beforeAll(async () => {
  server = await TestServer.start({
    users,
    controllers: ['serviceaccount'],
    admissionPlugins: { enable },
    admissionConfiguration: { EventRateLimit: { limits } },
  })
  await grant('approver', 'certificates.k8s.io', ['certificatesigningrequests', 'certificatesigningrequests/approval'])
  await grant('maker', '', ['configmaps'])
  await grant('system:node:n1', '', ['nodes', 'pods'])
  await vi.waitFor(() => server.client.get(ServiceAccount, { namespace: 'default', name: 'default' }), waiting)
  await settled()
})
afterAll(() => server.stop())

const waiting = { timeout: 30_000 }

/** Lets a user do something everywhere. */
async function grant(name: string, group: string, resources: string[]): Promise<void> {
  const metadata = { name: `may-${name.replaceAll(':', '-')}` }
  const apiGroup = 'rbac.authorization.k8s.io'
  const rules = [{ apiGroups: [group], resources, verbs: name === 'maker' ? ['create'] : ['*'] }]
  await server.client.create(new ClusterRole({ metadata, rules }))
  const roleRef = { apiGroup, kind: 'ClusterRole', name: metadata.name }
  await server.client.create(
    new ClusterRoleBinding({ metadata, roleRef, subjects: [{ kind: 'User', name, apiGroup }] }),
  )
}

const container = { name: 'c', image: 'i:1' }
const pod = (spec: object = {}, metadata: object = {}): Pod =>
  new Pod({ metadata: { name: 'p', namespace: 'default', ...metadata }, spec: { containers: [container], ...spec } })

function dryRun<T extends KubernetesObject>(object: T): Promise<T> {
  return server.client.create(object, { dryRun: ['All'] })
}

/** Until the server has seen what was written: it follows the store. */
async function settled(): Promise<void> {
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve))
}

describe('the choice of plugins', () => {
  it('has names that are known, and not both ways', async () => {
    await expect(APIServer.start({ admissionPlugins: { enable: ['None'] } })).rejects.toThrow(
      'enable-admission-plugins plugin "None" is unknown',
    )
    const both = { enable: ['Priority'], disable: ['Priority'] }
    await expect(APIServer.start({ admissionPlugins: both })).rejects.toThrow('overlapped')
  })

  it('reads configurations from a file and from further files', () => {
    const text = `
apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
- name: PodSecurity
  configuration:
    apiVersion: pod-security.admission.config.k8s.io/v1
    kind: PodSecurityConfiguration
    defaults: {enforce: baseline}
- name: PodNodeSelector
  path: selectors.yaml
`
    const files: Record<string, string> = { 'selectors.yaml': 'podNodeSelectorPluginConfig: {team: "a=b"}' }
    const found = parseAdmissionConfiguration(text, (path) => files[path] ?? '')
    expect(found).toEqual({ PodSecurity: { defaults: { enforce: 'baseline' } }, PodNodeSelector: { team: 'a=b' } })
    expect(() => parseAdmissionConfiguration('kind: Other', () => '')).toThrow('no kind "Other" is registered')
  })
})

describe('ServiceAccount', () => {
  it('mounts the token of the account, and adds its secrets for pulling images', async () => {
    const { client } = server
    const account = { metadata: { name: 'worker', namespace: 'default' }, imagePullSecrets: [{ name: 'registry' }] }
    await client.create(new ServiceAccount(account))
    const made = await dryRun(pod({ serviceAccountName: 'worker' }))
    expect(made.spec?.serviceAccount).toBe('worker')
    expect(made.spec?.imagePullSecrets).toEqual([{ name: 'registry' }])
    const [volume] = made.spec?.volumes ?? []
    expect(volume?.name).toMatch(/^kube-api-access-[a-z0-9]{5}$/)
    expect(volume?.projected?.sources).toHaveLength(3)
    expect(made.spec?.containers?.[0]?.volumeMounts).toEqual([
      { name: volume?.name, readOnly: true, mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' },
    ])
  })

  it('refuses pods of accounts that there are not, and secrets that an account does not list', async () => {
    const { client } = server
    await expect(client.create(pod({ serviceAccountName: 'nobody' }))).rejects.toThrow(
      'pods "p" is forbidden: error looking up service account default/nobody: serviceaccount "nobody" not found',
    )
    const annotations = { 'kubernetes.io/enforce-mountable-secrets': 'true' }
    await client.create(new ServiceAccount({ metadata: { name: 'strict', namespace: 'default', annotations } }))
    const volumes = [{ name: 'v', secret: { secretName: 's' } }]
    await expect(client.create(pod({ serviceAccountName: 'strict', volumes }))).rejects.toThrow(
      'volume with secret.secretName="s" is not allowed because service account strict does not reference that secret',
    )
  })
})

describe('NodeRestriction', () => {
  it('lets kubelets change their own node and the pods on it', async () => {
    const kubelet = server.as('system:node:n1')
    await kubelet.create(new Node({ metadata: { name: 'n1', labels: { 'kubernetes.io/os': 'linux' } } }))
    await expect(kubelet.create(new Node({ metadata: { name: 'n2' } }))).rejects.toThrow(
      'nodes "n2" is forbidden: node "n1" is not allowed to modify node "n2"',
    )
    const labels = { 'node-restriction.kubernetes.io/secure': 'yes' }
    await expect(kubelet.create(new Node({ metadata: { name: 'n1', labels } }))).rejects.toThrow(
      'node "n1" is not allowed to set the following labels: node-restriction.kubernetes.io/secure',
    )
    await expect(kubelet.create(pod({ nodeName: 'n1' }))).rejects.toThrow(
      'pod does not have "kubernetes.io/config.mirror" annotation, node "n1" can only create mirror pods',
    )
    await server.client.create(pod({ nodeName: 'n2' }, { name: 'elsewhere' }))
    await expect(kubelet.resource(Pod).namespace('default').delete('elsewhere')).rejects.toThrow(
      'node "n1" can only delete pods with spec.nodeName set to itself',
    )
  })
})

describe('the plugins of certificates', () => {
  it('ask for the right to approve, and keep administrators from being made', async () => {
    const { client } = server
    const made = await client.create(await requestFor('team', 'example.com/signer'))
    const conditions = [{ type: 'Approved', status: 'True', reason: 'r', message: 'm' }]
    const approved = new CertificateSigningRequest({ ...made, status: { conditions } })
    const approval = server.as('approver').resource(CertificateSigningRequest).subresource('approval')
    await expect(approval.update(approved)).rejects.toThrow(
      'user not permitted to approve requests with signerName "example.com/signer"',
    )
    await expect(
      client.create(await requestFor('system:masters', 'kubernetes.io/kube-apiserver-client')),
    ).rejects.toThrow('use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed')
  })
})

async function requestFor(organization: string, signerName: string): Promise<CertificateSigningRequest> {
  await import('reflect-metadata')
  const { Pkcs10CertificateRequestGenerator } = await import('@peculiar/x509')
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const name = [{ O: [organization] }, { CN: ['somebody'] }]
  const request = await Pkcs10CertificateRequestGenerator.create({ name, keys, signingAlgorithm: algorithm })
  const spec = { request: Buffer.from(request.toString('pem')).toString('base64'), signerName, usages: ['client auth'] }
  return new CertificateSigningRequest({ metadata: { name: `csr-${organization.replace(':', '-')}` }, spec })
}

describe('changes of pods that their node must carry out', () => {
  const resize = async (name: string, spec: object): Promise<unknown> => {
    const pods = server.client.resource(Pod).namespace('default').subresource('resize', Pod)
    return pods.patch(name, { type: PatchType.StrategicMerge, body: { spec } })
  }
  const bound = async (name: string, nodeName: string, whole?: object): Promise<void> => {
    const resources = { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '16', memory: '32Gi' } }
    const containers = [{ name: 'c', image: 'i', ...(whole === undefined && { resources }) }]
    await server.client.create(
      new Pod({ metadata: { name, namespace: 'default' }, spec: { nodeName, containers, resources: whole } } as never),
    )
  }
  const node = async (name: string, labels: Record<string, string>): Promise<void> => {
    const made = await server.client.create(new Node({ metadata: { name, labels } }))
    const allocatable = { cpu: '2', memory: '4Gi' }
    await server.client.updateStatus(new Node({ ...made, status: { allocatable } } as never))
  }
  const cpu = (amount: string) => ({ containers: [{ name: 'c', resources: { requests: { cpu: amount } } }] })

  it('PodResizeValidator keeps pods within their node, which is to run Linux', async () => {
    await node('linux-node', { 'kubernetes.io/os': 'linux' })
    await node('other-node', { 'kubernetes.io/os': 'windows' })
    await bound('resized', 'linux-node')
    await bound('on-windows', 'other-node')
    await bound('lost', 'no-node')
    await resize('resized', cpu('1500m'))
    await expect(resize('resized', cpu('2500m'))).rejects.toMatchObject({
      message:
        'pods "resized" is forbidden: Node didn\'t have enough allocatable resources: cpu, requested: 2500, allocatable: 2000',
      status: { reason: 'Forbidden', details: { causes: [{ reason: 'NodeCapacity' }] } },
    })
    await expect(resize('on-windows', cpu('1500m'))).rejects.toThrow(
      'pods "on-windows" is forbidden: pod resize is only supported on linux nodes, node "other-node" is "windows"',
    )
    await expect(resize('lost', cpu('1500m'))).rejects.toThrow('pods "lost" is forbidden: node "no-node" not found')
  })

  it('NodeDeclaredFeatureValidator asks for what the node says it can do', async () => {
    await node('plain-node', { 'kubernetes.io/os': 'linux' })
    await bound('whole', 'plain-node', { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', memory: '2Gi' } })
    const change = { resources: { requests: { cpu: '1500m' } } }
    await expect(resize('whole', change)).rejects.toThrow(
      'pods "whole" is forbidden: pod update requires features InPlacePodLevelResourcesVerticalScaling which are not available on node "plain-node"',
    )
    const status = { declaredFeatures: ['InPlacePodLevelResourcesVerticalScaling'] }
    await server.client
      .resource(Node)
      .subresource('status', Node)
      .patch('plain-node', { type: PatchType.Merge, body: { status } })
    await resize('whole', change)
  })
})

describe('other plugins', () => {
  it('AlwaysPullImages makes pods ask for their images', async () => {
    const made = await dryRun(pod())
    expect(made.spec?.containers?.[0]?.imagePullPolicy).toBe('Always')
  })

  it('NamespaceAutoProvision creates namespaces', async () => {
    const { client } = server
    await client.create(new ConfigMap({ metadata: { name: 'c', namespace: 'fresh' } }))
    expect((await client.resource(Namespace).get('fresh')).status?.phase).toBe('Active')
  })

  it('EventRateLimit limits the rate of events', async () => {
    const { client } = server
    const about = { kind: 'Pod', name: 'p', namespace: 'default' }
    const event = (name: string) => new Event({ metadata: { name, namespace: 'default' }, involvedObject: about })
    await client.create(event('a'))
    await client.create(event('b'))
    await expect(client.create(event('c'), { maxRetries: 0 } as object)).rejects.toThrow(
      'limit reached on type User for key admin',
    )
  })

  it('PodNodeSelector and PodTolerationRestriction follow the annotations of namespaces', async () => {
    const annotations = {
      'scheduler.alpha.kubernetes.io/node-selector': 'disk=ssd',
      'scheduler.alpha.kubernetes.io/defaultTolerations': '[{"key":"team","operator":"Exists"}]',
    }
    await server.client.create(new Namespace({ metadata: { name: 'fast', annotations } }))
    await server.client.create(new ServiceAccount({ metadata: { name: 'worker', namespace: 'fast' } }))
    await settled()
    const made = await dryRun(pod({ serviceAccountName: 'worker' }, { namespace: 'fast' }))
    expect(made.spec?.nodeSelector).toEqual({ disk: 'ssd' })
    expect(made.spec?.tolerations).toContainEqual({ key: 'team', operator: 'Exists' })
    await expect(
      dryRun(pod({ serviceAccountName: 'worker', nodeSelector: { disk: 'hdd' } }, { namespace: 'fast' })),
    ).rejects.toThrow('pod node label selector conflicts with its namespace node label selector')
  })

  it('OwnerReferencesPermissionEnforcement asks for the right to delete', async () => {
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Secret', name: 's', uid: 'u' }]
    const owned = new ConfigMap({ metadata: { name: 'c', namespace: 'default', ownerReferences } })
    await expect(server.as('maker').create(owned)).rejects.toThrow(
      "cannot set an ownerRef on a resource you can't delete",
    )
    await expect(server.client.create(owned)).resolves.toBeInstanceOf(ConfigMap)
  })

  it('ExtendedResourceToleration, LimitPodHardAntiAffinityTopology, and DenyServiceExternalIPs', async () => {
    const resources = { requests: { 'example.com/gpu': '1' }, limits: { 'example.com/gpu': '1' } }
    const made = await dryRun(pod({ containers: [{ ...container, resources }] }))
    expect(made.spec?.tolerations).toContainEqual({ key: 'example.com/gpu', operator: 'Exists' })
    const term = { topologyKey: 'topology.kubernetes.io/zone', labelSelector: { matchLabels: { a: 'b' } } }
    const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } }
    await expect(dryRun(pod({ affinity }))).rejects.toThrow(
      'affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey topology.kubernetes.io/zone but only key kubernetes.io/hostname is allowed',
    )
    const spec = { ports: [{ port: 80 }], externalIPs: ['192.0.2.1'] }
    await expect(dryRun(new Service({ metadata: { name: 's', namespace: 'default' }, spec }))).rejects.toThrow(
      'services "s" is forbidden: Use of external IPs is denied by admission control.',
    )
  })

  it('LimitRanger bounds init containers and pods as a whole', async () => {
    const bounds = [{ type: 'Pod', max: { cpu: '1' } }]
    const limited = (spec: object) => pod({ serviceAccountName: 'worker', ...spec }, { namespace: 'limited' })
    await server.client.create(new Namespace({ metadata: { name: 'limited' } }))
    await server.client.create(new ServiceAccount({ metadata: { name: 'worker', namespace: 'limited' } }))
    await server.client.create(
      new LimitRange({ metadata: { name: 'l', namespace: 'limited' }, spec: { limits: bounds } }),
    )
    await settled()
    const of = (cpu: string) => ({ ...container, resources: { limits: { cpu } } })
    const initContainers = [{ ...of('2'), name: 'init' }]
    await expect(dryRun(limited({ containers: [of('500m')], initContainers }))).rejects.toThrow(
      'pods "p" is forbidden: maximum cpu usage per Pod is 1, but limit is 2',
    )
    await expect(dryRun(limited({ containers: [of('500m')] }))).resolves.toBeInstanceOf(Pod)
    await expect(dryRun(limited({}))).rejects.toThrow('maximum cpu usage per Pod is 1.  No limit is specified')
  })
})
