import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestServer } from '@apimachinery/server/testing'
import { Deployment, ReplicaSet } from 'apimachinery/api/apps/v1'
import { Job } from 'apimachinery/api/batch/v1'
import { ConfigMap, Namespace, Node, Pod, Service } from 'apimachinery/api/core/v1'
import { EndpointSlice } from 'apimachinery/api/discovery/v1'
import { Event } from 'apimachinery/api/events/v1'
import { isNotFound } from 'apimachinery/errors'
import { PatchType } from 'apimachinery/patch'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildGo, CheckingProgram, withGo } from './go-program.js'
import { findProgram, Session } from './program.js'

if (!withGo) console.warn('skipped without Go and INTEROP=1: a scheduler and controllers (npm run interop -w server)')

const namespace = 'work'
const labels = { app: 'web' }
const template = (image: string, more: object = {}) => ({
  metadata: { labels },
  spec: { containers: [{ name: 'c', image }], ...more },
})

describe.runIf(withGo)('a scheduler and controllers over the libraries that Kubernetes publishes', () => {
  let folder: string
  let server: TestServer
  let components: CheckingProgram
  let environment: NodeJS.ProcessEnv

  const until = (check: () => Promise<void>): Promise<void> =>
    vi.waitFor(check, { timeout: 30_000, interval: 100 }).catch((failure: unknown) => {
      throw new Error(components.log, { cause: failure })
    })
  const pods = async () => (await server.client.resource(Pod).namespace(namespace).list()).items
  const web = () => server.client.get(Deployment, { namespace, name: 'web' })

  beforeAll(async () => {
    const program = await buildGo('components')
    folder = mkdtempSync(join(tmpdir(), 'components-'))
    server = await TestServer.start({ controllers: ['node', 'garbagecollector'], nodes: { nodes: 3, binds: false } })
    const kubeconfig = join(folder, 'kubeconfig')
    writeFileSync(kubeconfig, await server.kubeconfig())
    environment = { KUBECONFIG: kubeconfig, HOME: folder }
    components = new CheckingProgram(program, [kubeconfig])
    await server.client.create(new Namespace({ metadata: { name: namespace } }))
  }, 1_200_000)

  afterAll(async () => {
    await components?.kill()
    await server?.stop()
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  })

  it('a deployment becomes a replica set and pods, which are bound to nodes and run', async () => {
    const spec = { replicas: 3, selector: { matchLabels: labels }, template: template('one') }
    await server.client.create(new Deployment({ metadata: { name: 'web', namespace }, spec } as never))
    await until(async () => expect((await web()).status).toMatchObject({ availableReplicas: 3 }))
    const nodes = new Set((await pods()).map(({ spec }) => spec?.nodeName))
    expect(nodes).toEqual(new Set(['node-0', 'node-1', 'node-2']))
    await until(async () => {
      const { items } = await server.client.resource(Event).namespace(namespace).list()
      expect(items.filter(({ reason, action }) => reason === 'Scheduled' && action === 'Binding')).toHaveLength(3)
    })
  }, 60_000)

  it('a service gets endpoints and a load balancer', async () => {
    const spec = { type: 'LoadBalancer', selector: labels, ports: [{ name: 'http', port: 80, targetPort: 8080 }] }
    await server.client.create(new Service({ metadata: { name: 'web', namespace }, spec } as never))
    await until(async () => {
      const { items } = await server.client.resource(EndpointSlice).namespace(namespace).list()
      const addresses = items.flatMap(({ endpoints = [] }) => endpoints.filter(({ conditions }) => conditions?.ready))
      expect(addresses).toHaveLength(3)
      const service = await server.client.get(Service, { namespace, name: 'web' })
      expect(service.status?.loadBalancer?.ingress).toMatchObject([{ ip: '192.0.2.80' }])
      expect(service.metadata?.finalizers).toEqual(['service.kubernetes.io/load-balancer-cleanup'])
    })
  }, 60_000)

  it('a new template replaces the pods, and kubectl rolls it back', async () => {
    const body = { spec: { template: template('two') } }
    await server.client.resource(Deployment).namespace(namespace).patch('web', { type: PatchType.Merge, body })
    await until(async () => {
      expect((await web()).status).toMatchObject({ updatedReplicas: 3, replicas: 3, availableReplicas: 3 })
      expect((await pods()).map(({ spec }) => spec?.containers?.[0]?.image)).toEqual(['two', 'two', 'two'])
    })
    expect((await server.client.resource(ReplicaSet).namespace(namespace).list()).items).toHaveLength(2)
    const kubectl = findProgram('kubectl')
    if (kubectl === undefined) return
    const session = new Session(kubectl, environment)
    expect(await session.ok('rollout', 'history', 'deploy/web', '-n', namespace)).toMatch(/\n1 .*\n2 /)
    await session.ok('rollout', 'undo', 'deploy/web', '-n', namespace)
    expect(await session.ok('rollout', 'status', 'deploy/web', '-n', namespace, '--timeout=30s')).toContain(
      'successfully rolled out',
    )
    await until(async () =>
      expect(new Set((await pods()).map(({ spec }) => spec?.containers?.[0]?.image))).toEqual(new Set(['one'])),
    )
  }, 90_000)

  it('a pod that fits no node waits, with a reason, until one fits', async () => {
    const spec = { containers: [{ name: 'c', image: 'i' }], nodeSelector: { disk: 'ssd' } }
    await server.client.create(new Pod({ metadata: { name: 'picky', namespace }, spec } as never))
    const picky = () => server.client.get(Pod, { namespace, name: 'picky' })
    await until(async () =>
      expect((await picky()).status?.conditions).toMatchObject([
        { type: 'PodScheduled', status: 'False', reason: 'Unschedulable' },
      ]),
    )
    const body = { metadata: { labels: { disk: 'ssd' } } }
    await server.client.resource(Node).patch('node-1', { type: PatchType.Merge, body })
    await until(async () =>
      expect(await picky()).toMatchObject({ spec: { nodeName: 'node-1' }, status: { phase: 'Running' } }),
    )
  }, 60_000)

  it('a job completes', async () => {
    const spec = {
      completions: 3,
      parallelism: 2,
      template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } },
    }
    await server.client.create(new Job({ metadata: { name: 'once', namespace }, spec } as never))
    await until(async () => {
      const { status } = await server.client.get(Job, { namespace, name: 'once' })
      expect(status).toMatchObject({
        succeeded: 3,
        conditions: [{ type: 'SuccessCriteriaMet' }, { type: 'Complete', status: 'True' }],
      })
    })
  }, 60_000)

  it('a namespace is emptied and deleted', async () => {
    await server.client.create(new ConfigMap({ metadata: { name: 'left', namespace } }))
    await server.client.resource(Namespace).delete(namespace)
    await until(async () =>
      expect(await server.client.get(Namespace, { name: namespace }).catch((error: unknown) => error)).toSatisfy(
        isNotFound,
      ),
    )
    expect(await pods()).toEqual([])
  }, 60_000)
})
