import { TokenRequest } from 'apimachinery/api/authentication/v1'
import { Binding, Namespace, Node, Pod, ServiceAccount } from 'apimachinery/api/core/v1'
import { Eviction, PodDisruptionBudget } from 'apimachinery/api/policy/v1'
import { isConflict, isNotFound, isTooManyRequests } from 'apimachinery/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClusterConnector, ForwardRequest } from '../../src/kinds/core/kubelet/connector.js'
import { splitSchemeNamePort } from '../../src/kinds/core/kubelet/scheme-name-port.js'
import { type InProcess, startInProcess } from './in-process.js'

const pod = (name: string, init: object = {}) =>
  new Pod({
    metadata: { name, namespace: 'default', labels: { app: name } },
    spec: { containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 8080 }] }], ...init },
  })

let running: InProcess
const asked: ForwardRequest[] = []

/** A kubelet that answers with what it was asked for. */
const connector: ClusterConnector = {
  async forward(request) {
    asked.push(request)
    async function* body(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${request.method} ${request.url.pathname}`)
    }
    return { status: 200, headers: { 'content-type': 'text/plain', connection: 'close' }, body: body() }
  },
  upgrade: () => Promise.reject(new Error('no kubelet')),
}

beforeAll(async () => {
  running = await startInProcess({ connector })
  const node = await running.client.create(new Node({ metadata: { name: 'n1' } }))
  node.status = { addresses: [{ type: 'InternalIP', address: '192.0.2.7' }] }
  await running.client.resource(Node).updateStatus(node)
})
afterAll(() => running.server.stop())

async function text(path: string): Promise<{ status: number; body: string }> {
  const headers = { authorization: `Bearer ${running.server.loopbackToken}` }
  const response = await running.server.generic.fetch(new Request(`https://localhost${path}`, { headers }))
  return { status: response.status, body: await response.text() }
}

const running1 = async (name: string): Promise<Pod> => {
  const created = await running.client.create(pod(name, { nodeName: 'n1' }))
  created.status = {
    phase: 'Running',
    podIPs: [{ ip: '192.0.2.9' }],
    conditions: [{ type: 'Ready', status: 'True' }],
  }
  return running.client.resource(Pod).namespace('default').updateStatus(created)
}

describe('pods', () => {
  it('are bound to a node once', async () => {
    await running.client.create(pod('bound'))
    const binding = new Binding({ metadata: { name: 'bound', namespace: 'default' }, target: { name: 'n1' } })
    const bind = () => running.client.resource(Pod).namespace('default').subresource('binding', Binding)
    await bind().create('bound', binding)
    const found = await running.client.get(Pod, { namespace: 'default', name: 'bound' })
    expect(found.spec?.nodeName).toBe('n1')
    expect(found.status?.conditions).toMatchObject([{ type: 'PodScheduled', status: 'True' }])
    await expect(bind().create('bound', binding)).rejects.toSatisfy(isConflict)
  })

  it('end after their grace period where they run', async () => {
    await running1('graceful')
    await running.client.resource(Pod).namespace('default').delete('graceful')
    const found = await running.client.get(Pod, { namespace: 'default', name: 'graceful' })
    expect(found.metadata?.deletionGracePeriodSeconds).toBe(30)
    await running.client.resource(Pod).namespace('default').delete('graceful', { gracePeriodSeconds: 0 })
    await expect(running.client.get(Pod, { namespace: 'default', name: 'graceful' })).rejects.toSatisfy(isNotFound)
  })

  it('are evicted while their budget allows it', async () => {
    await running1('guarded')
    const budget = await running.client.create(
      new PodDisruptionBudget({
        metadata: { name: 'b', namespace: 'default' },
        spec: { minAvailable: 1, selector: { matchLabels: { app: 'guarded' } } },
      }),
    )
    const evict = () => text('/api/v1/namespaces/default/pods/guarded/eviction')
    expect((await evict()).status).toBe(405)
    const eviction = { metadata: { name: 'guarded', namespace: 'default' } }
    const post = () =>
      running.client
        .resource(Pod)
        .namespace('default')
        .subresource('eviction', Eviction)
        .create('guarded', new Eviction(eviction))
    await expect(post()).rejects.toSatisfy(isTooManyRequests)
    budget.status = {
      disruptionsAllowed: 1,
      currentHealthy: 2,
      desiredHealthy: 1,
      expectedPods: 2,
      observedGeneration: 1,
    }
    await running.client.resource(PodDisruptionBudget).namespace('default').updateStatus(budget)
    await post()
    const found = await running.client.get(Pod, { namespace: 'default', name: 'guarded' })
    expect(found.metadata?.deletionTimestamp).toBeDefined()
    expect(found.status?.conditions?.map(({ type }) => type)).toContain('DisruptionTarget')
    const counted = await running.client.get(PodDisruptionBudget, { namespace: 'default', name: 'b' })
    expect(counted.status?.disruptionsAllowed).toBe(0)
    expect(Object.keys(counted.status?.disruptedPods ?? {})).toEqual(['guarded'])
  })

  const counted = { observedGeneration: 1, expectedPods: 3 }
  const none = { ...counted, disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0 }
  const enough = { ...counted, disruptionsAllowed: 0, currentHealthy: 2, desiredHealthy: 2 }
  const tooFew = { ...counted, disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 2 }
  const allowed = { ...none, disruptionsAllowed: 1 }
  const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] }
  const unready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'False' }] }
  const needs = (text: string): string => `The disruption budget NAME needs ${text} currently`

  it.each([
    ['running, none allowed', { phase: 'Running' }, none, {}, needs('0 healthy pods and has 0')],
    ['pending', { phase: 'Pending' }, none, {}, ''],
    ['succeeded', { phase: 'Succeeded' }, none, {}, ''],
    ['failed', { phase: 'Failed' }, none, {}, ''],
    ['running, one allowed', { phase: 'Running' }, allowed, {}, ''],
    ['of no budget', ready, none, { selector: { matchLabels: { other: 'true' } } }, ''],
    ['ready, enough are healthy', ready, enough, {}, needs('2 healthy pods and has 2')],
    ['not ready, enough are healthy', unready, enough, {}, ''],
    ['not ready, too few are healthy', unready, tooFew, {}, needs('2 healthy pods and has 1')],
    ['not ready, and always allowed', unready, tooFew, { unhealthyPodEvictionPolicy: 'AlwaysAllow' }, ''],
    [
      'ready, and always allowed where not',
      ready,
      tooFew,
      { unhealthyPodEvictionPolicy: 'AlwaysAllow' },
      needs('2 healthy pods and has 1'),
    ],
    [
      'not ready, and allowed in a healthy budget',
      unready,
      tooFew,
      { unhealthyPodEvictionPolicy: 'IfHealthyBudget' },
      needs('2 healthy pods and has 1'),
    ],
    [
      'of a budget that is not counted yet',
      ready,
      { ...allowed, observedGeneration: 0 },
      {},
      'The disruption budget NAME is still being processed by the server.',
    ],
  ])('are evicted or not: %s', async (...[what, status, budget, spec, refusal]) => {
    const name = what.replaceAll(/[^a-z]+/g, '-')
    await running1(name)
    const found = await running.client.get(Pod, { namespace: 'default', name })
    found.status = status as never
    await running.client.resource(Pod).namespace('default').updateStatus(found)
    const selector = { matchLabels: { app: name } }
    const budgets = running.client.resource(PodDisruptionBudget).namespace('default')
    const created = await budgets.create(
      new PodDisruptionBudget({
        metadata: { name, namespace: 'default' },
        spec: { minAvailable: 2, selector, ...spec } as never,
      }),
    )
    created.status = budget
    await budgets.updateStatus(created)
    const eviction = new Eviction({
      metadata: { name, namespace: 'default' },
      deleteOptions: { gracePeriodSeconds: 0 },
    })
    const evicted = running.client
      .resource(Pod)
      .namespace('default')
      .subresource('eviction', Eviction)
      .create(name, eviction)
    if (refusal === '') {
      await evicted
      await expect(running.client.get(Pod, { namespace: 'default', name })).rejects.toSatisfy(isNotFound)
    } else {
      const error = await evicted.catch(
        (refused: { status: { code: number; details: { causes: object[] } } }) => refused,
      )
      const message = refusal.replace('NAME', name)
      expect(error).toMatchObject({
        status: { code: 429, details: { causes: [{ reason: 'DisruptionBudget', message }] } },
      })
    }
    const { disruptionsAllowed } = (await budgets.get(name)).status ?? {}
    expect(disruptionsAllowed).toBe(what === 'running, one allowed' ? 0 : budget.disruptionsAllowed)
  })

  it.each([
    ['bad-name', {}, 'name in URL does not match name in Eviction object'],
    [
      'versioned',
      { preconditions: { resourceVersion: '1' } },
      'the ResourceVersion in the precondition (1) does not match',
    ],
    ['replaced', { preconditions: { uid: 'u' } }, 'the UID in the precondition (u) does not match'],
  ])('are not evicted as %s', async (name, deleteOptions, message) => {
    await running1(name)
    const of = name === 'bad-name' ? 'other' : name
    const eviction = new Eviction({
      metadata: { name: of, namespace: 'default' },
      deleteOptions: deleteOptions as never,
    })
    const create = () =>
      running.client.resource(Pod).namespace('default').subresource('eviction', Eviction).create(name, eviction)
    await expect(create()).rejects.toThrow(message)
  })

  it('show what their kubelet has', async () => {
    await running1('logged')
    const base = '/api/v1/namespaces/default/pods/logged'
    expect(await text(`${base}/log?tailLines=3&timestamps=true`)).toEqual({
      status: 200,
      body: 'GET /containerLogs/default/logged/c',
    })
    expect(asked.at(-1)?.url.href).toBe(
      'https://192.0.2.7:10250/containerLogs/default/logged/c?tailLines=3&timestamps=true',
    )
    expect(asked.at(-1)?.headers).not.toHaveProperty('authorization')
    expect((await text(`${base}/log?container=none`)).status).toBe(400)
    expect((await text(`${base}/proxy/a/b?c=d`)).body).toBe('GET /a/b')
    expect(asked.at(-1)?.url.href).toBe('http://192.0.2.9:8080/a/b?c=d')
    expect((await text(`${base}/exec?command=ls`)).body).toContain('Upgrade request required')
  })

  it('are not what a proxy reaches on the machine of the server', async () => {
    const created = await running.client.create(pod('local', { nodeName: 'n1' }))
    created.status = { phase: 'Running', podIPs: [{ ip: '127.0.0.1' }] }
    await running.client.resource(Pod).namespace('default').updateStatus(created)
    expect(await text('/api/v1/namespaces/default/pods/local/proxy/')).toMatchObject({ status: 400 })
  })
})

describe('tokens of service accounts', () => {
  it('are issued for existing accounts, and become invalid with the object they are bound to', async () => {
    const account = await running.client.create(new ServiceAccount({ metadata: { name: 'sa', namespace: 'default' } }))
    const tokens = running.client.resource(ServiceAccount).namespace('default').subresource('token', TokenRequest)
    const asks = (spec: object) => new TokenRequest({ spec: { audiences: [], ...spec } as never })
    const issued = (await tokens.create('sa', asks({}))) as TokenRequest
    expect(issued.status?.token?.split('.')).toHaveLength(3)
    expect(issued.metadata?.uid).toBe(account.metadata?.uid)
    await expect(tokens.create('none', asks({}))).rejects.toSatisfy(isNotFound)
    await expect(tokens.create('sa', asks({ expirationSeconds: 5 }))).rejects.toThrow('10 minutes')
    const boundObjectRef = { apiVersion: 'v1', kind: 'Pod', name: 'logged' }
    await expect(tokens.create('sa', asks({ boundObjectRef }))).rejects.toThrow('different serviceaccount name')
  })
})

describe('namespaces', () => {
  it('stay until nothing holds them', async () => {
    const namespace = await running.client.create(new Namespace({ metadata: { name: 'ending' } }))
    await running.client.resource(Namespace).delete('ending')
    const found = await running.client.get(Namespace, { name: 'ending' })
    expect(found.status?.phase).toBe('Terminating')
    const late = new Pod({ ...pod('late'), metadata: { name: 'late', namespace: 'ending' } })
    await expect(running.client.create(late)).rejects.toThrow('because it is being terminated')
    const finalize = running.client.resource(Namespace).subresource('finalize', Namespace)
    await finalize.update(new Namespace({ metadata: { name: 'ending', uid: namespace.metadata?.uid }, spec: {} }))
    await expect(running.client.get(Namespace, { name: 'ending' })).rejects.toSatisfy(isNotFound)
  })
})

describe('names of proxies', () => {
  it.each([
    ['a', { scheme: '', name: 'a', port: '' }],
    ['a:b', { scheme: '', name: 'a', port: 'b' }],
    ['https:a:b', { scheme: 'https', name: 'a', port: 'b' }],
    ['ftp:a:b', undefined],
    [':b', undefined],
    ['a:b:c:d', undefined],
  ])('%s', (id, parts) => {
    expect(splitSchemeNamePort(id)).toEqual(parts)
  })
})
