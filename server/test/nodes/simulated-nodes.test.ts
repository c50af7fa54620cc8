import { TestServer } from '@apimachinery/server/testing'
import { Lease } from 'apimachinery/api/coordination/v1'
import { Node, Pod } from 'apimachinery/api/core/v1'
import { isConflict } from 'apimachinery/errors'
import { FakeClock } from 'apimachinery/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { readNodesConfiguration } from '../../src/nodes/configuration/read-configuration.js'
import { StageTarget } from '../../src/nodes/player/stage-target.js'

const soon = { timeout: 30_000, interval: 20 }
const started: TestServer[] = []
afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())))

async function start(options: Parameters<typeof TestServer.start>[0]): Promise<TestServer> {
  const each = await TestServer.start(options)
  started.push(each)
  return each
}

const stages = readNodesConfiguration(
  `
apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata: {name: node-ready}
spec:
  resourceRef: {apiGroup: v1, kind: Node}
  selector:
    matchExpressions:
    - {key: '.status.conditions.[] | select( .type == "Ready" ) | .status', operator: NotIn, values: ['True']}
  next:
    statusTemplate: |
      conditions:
      - {type: Ready, status: "True", reason: KubeletReady, lastTransitionTime: {{ Now | Quote }}}
---
apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata: {name: pod-ready}
spec:
  resourceRef: {apiGroup: v1, kind: Pod}
  selector:
    matchExpressions:
    - {key: '.status.phase', operator: In, values: [Pending]}
  delay: {durationMilliseconds: 5000}
  next:
    event: {type: Normal, reason: Began, message: it begins}
    statusTemplate: |
      phase: Running
      podIP: {{ PodIPWith .spec.nodeName false "" "" "" | Quote }}
`,
  'stages.yaml',
)

const spec = { containers: [{ name: 'c', image: 'i' }] }
const annotations = { 'kwok.x-k8s.io/node': 'fake' }

describe('nodes with stages', () => {
  it('renew leases, become ready, and play the stages of their pods when the clock says so', async () => {
    const clock = new FakeClock()
    const server = await start({ clock, controllers: ['node'], nodes: { configuration: stages } })
    const { client } = server
    await client.create(new Node({ metadata: { name: 'real' } }))
    await client.create(new Node({ metadata: { name: 'a', annotations } }))
    const ready = async () => (await client.get(Node, { name: 'a' })).status?.conditions?.[0]?.status
    await expect.poll(ready, soon).toBe('True')
    const lease = async () => (await client.get(Lease, { name: 'a', namespace: 'kube-node-lease' })).spec?.renewTime
    const first = await lease()
    const on = (nodeName: string) => ({ ...spec, nodeName })
    await client.create(new Pod({ metadata: { name: 'on-a', namespace: 'default' }, spec: on('a') }))
    await client.create(new Pod({ metadata: { name: 'on-real', namespace: 'default' }, spec: on('real') }))
    const status = async (name: string) => (await client.get(Pod, { name, namespace: 'default' })).status
    await expect
      .poll(async () => {
        clock.step(1000)
        return (await status('on-a'))?.phase
      }, soon)
      .toBe('Running')
    expect((await status('on-a'))?.podIP).toBe('10.0.0.2')
    expect((await status('on-real'))?.phase).toBe('Pending')
    expect((await client.get(Node, { name: 'real' })).status?.conditions).toBeUndefined()
    clock.step(11_000)
    await expect.poll(lease, soon).not.toBe(first)
  })

  it('are as many as asked for, and run pods', async () => {
    const server = await start({ controllers: ['node'], nodes: { nodes: 2 } })
    const { client } = server
    const names = ['p', 'q']
    for (const name of names) await client.create(new Pod({ metadata: { name, namespace: 'default' }, spec }))
    const pods = async () => (await client.list(Pod)).items
    await expect
      .poll(async () => (await pods()).map(({ status }) => status?.phase), soon)
      .toEqual(['Running', 'Running'])
    const found = await pods()
    expect(new Set(found.map(({ spec: { nodeName } = {} }) => nodeName))).toEqual(new Set(['node-0', 'node-1']))
    expect(new Set(found.map(({ status }) => status?.podIP)).size).toBe(2)
    await client.delete(found[0]!)
    await expect.poll(async () => (await pods()).length, soon).toBe(1)
  })
})

describe('a stage', () => {
  it('changes and deletes no pod that came in place of another one', async () => {
    const { client } = await start({})
    const live = await client.create(new Pod({ metadata: { name: 'db-0', namespace: 'default' }, spec }))
    const stale = new Pod({ ...live, metadata: { ...live.metadata, uid: crypto.randomUUID() } } as never)
    const target = new StageTarget({ client, events: { event: () => undefined }, clientAs: () => client }, stale)
    await expect(target.delete()).rejects.toSatisfy(isConflict)
    const type = { name: 'merge', contentType: 'application/merge-patch+json' } as const
    const patch = { type, body: { status: { phase: 'Failed' } }, subresource: 'status', user: undefined }
    await expect(target.patch(patch)).rejects.toThrow('metadata.uid')
    expect((await client.get(Pod, { name: 'db-0', namespace: 'default' })).metadata?.uid).toBe(live.metadata?.uid)
  })
})
