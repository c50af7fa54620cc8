import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AttackedCluster } from './attacked-cluster.js'

const group = 'resource.k8s.io'
const claims = `/apis/${group}/v1/namespaces/default/resourceclaims`
const reservedFor = [{ resource: 'pods', name: 'p', uid: '4f0b6a52-0c1c-4f5c-9a0a-2f6b0f3a8d11' }]
const allocation = {
  devices: { results: [{ request: 'r', driver: 'gpu.example.com', pool: 'node1', device: 'gpu-0' }] },
  nodeSelector: {
    nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['node1'] }] }],
  },
}
const devices = [{ driver: 'gpu.example.com', pool: 'node1', device: 'gpu-0', data: { a: 1 } }]
const status = { allocation }

let cluster: AttackedCluster

async function claim(name: string, given: object = {}): Promise<void> {
  await cluster.send({ method: 'DELETE', path: `${claims}/${name}` })
  const spec = { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'gpu' } }] } }
  expect((await cluster.create(claims, { metadata: { name }, spec })).code).toBe(201)
  if (Object.keys(given).length > 0) {
    expect((await cluster.patch(`${claims}/${name}/status`, { status: given })).code).toBe(200)
  }
}

const writers = { apiGroups: [group], resources: ['resourceclaims/status'], verbs: ['update', 'patch'] }

beforeAll(async () => {
  cluster = await AttackedCluster.start()
  await cluster.grant('plain', [writers])
  await cluster.grant('scheduler', [
    writers,
    { apiGroups: [group], resources: ['resourceclaims/binding'], verbs: ['patch'] },
  ])
  const driver = (verb: string) => [
    writers,
    { apiGroups: [group], resources: ['resourceclaims/driver'], verbs: [verb], resourceNames: ['gpu.example.com'] },
  ]
  await cluster.grant('driver', driver('arbitrary-node:patch'))
  await cluster.grant('system:serviceaccount:default:near', driver('associated-node:patch'))
})
afterAll(() => cluster.stop())
beforeEach(() => claim('c'))

describe('the allocation of a claim', () => {
  it('needs a right to bind, for each verb', async () => {
    const { code, message } = await cluster.patch(`${claims}/c/status`, { status }, 'plain')
    expect(code).toBe(422)
    expect(message).toBe(
      `ResourceClaim.${group} "c" is invalid: status: Forbidden: changing status.allocation or status.reservedFor requires resource="resourceclaims/binding", verb="patch" permission: resourceclaims.${group} is forbidden: User "plain" cannot patch resource "resourceclaims/binding" in API group "${group}" at the cluster scope`,
    )
    const current = (await cluster.get(`${claims}/c`)).object
    current.status = status
    const replaced = await cluster.replace(`${claims}/c/status`, current, 'scheduler')
    expect(replaced.message).toContain('requires resource="resourceclaims/binding", verb="update" permission')
    expect((await cluster.patch(`${claims}/c/status`, { status }, 'scheduler')).code).toBe(200)
  })

  it('is reserved and taken back with the same right', async () => {
    await claim('held', { allocation, reservedFor })
    expect((await cluster.patch(`${claims}/held/status`, { status: { reservedFor: null } }, 'plain')).code).toBe(422)
    expect((await cluster.patch(`${claims}/held/status`, { status: null }, 'plain')).code).toBe(422)
    const applied = { apiVersion: `${group}/v1`, kind: 'ResourceClaim', metadata: { name: 'c' }, status }
    expect((await cluster.apply(`${claims}/c/status`, applied, 'plain')).code).toBe(422)
    expect((await cluster.patch(`${claims}/held/status`, { status: { reservedFor: null } }, 'scheduler')).code).toBe(
      200,
    )
  })
})

describe('a report on a device', () => {
  it('needs a right for the driver', async () => {
    await claim('held', status)
    const report = (user: string, reported: object[] = devices) =>
      cluster.patch(`${claims}/held/status`, { status: { devices: reported } }, user)
    const { code, message } = await report('scheduler')
    expect(code).toBe(422)
    expect(message).toBe(
      `ResourceClaim.${group} "held" is invalid: status.devices: Forbidden: changing status.devices requires resource="resourceclaims/driver", verb="[arbitrary-node:patch]" permission: resourceclaims.${group} "gpu.example.com" is forbidden: User "scheduler" cannot arbitrary-node:patch resource "resourceclaims/driver" in API group "${group}" in the namespace "default"`,
    )
    expect((await report('driver')).code).toBe(200)
    expect((await report('scheduler', [])).code).toBe(422)
    expect((await report('scheduler', [{ ...devices[0], data: { a: 2 } }])).code).toBe(422)
    // What stays as it is needs nothing.
    expect((await report('plain')).code).toBe(200)
  })

  it('is for service accounts on the node with a right for their node alone', async () => {
    await claim('held', status)
    const report = (user: string) => cluster.patch(`${claims}/held/status`, { status: { devices } }, user)
    const account = 'system:serviceaccount:default:near'
    expect((await report(`${account};;node2`)).message).toContain('verb="[arbitrary-node:patch]"')
    expect((await report(`${account};;`)).message).toContain('verb="[arbitrary-node:patch]"')
    expect((await report('near;;node1')).code).toBe(403)
    expect((await report(`${account};;node1`)).code).toBe(200)
  })
})

it('the rights are not asked for with the gate off', async () => {
  const open = await AttackedCluster.start({ featureGates: { DRAResourceClaimGranularStatusAuthorization: false } })
  try {
    await open.grant('plain', [writers])
    const spec = { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'gpu' } }] } }
    await open.create(claims, { metadata: { name: 'c' }, spec })
    expect((await open.patch(`${claims}/c/status`, { status }, 'plain')).code).toBe(200)
  } finally {
    await open.stop()
  }
})
