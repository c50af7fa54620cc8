import { ConfigMap, Pod } from 'apimachinery/api/core/v1'
import { describe, expect, it } from 'vitest'
import { Client } from '../../src/client/client.js'
import { applyOwned } from '../../src/controller/apply-owned.js'
import { Controller } from '../../src/controller/controller.js'
import { Manager, type ManagerOptions } from '../../src/controller/manager.js'
import { unservedWebhooks, WebhookRegistry } from '../../src/controller/webhook-registry.js'
import { InProcessTransport } from '../../src/transport/in-process-transport.js'

/** A client of a server that gives back what it is sent, and the requests that it got. */
function echoing() {
  const requests: string[] = []
  const transport = new InProcessTransport(async ({ method, path, body }) => {
    requests.push(`${method} ${path}`)
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: (body as Uint8Array) ?? new Uint8Array(),
    }
  })
  return { client: Client.from({ transport, format: 'json' }), requests }
}
const newManager = (options: Partial<ManagerOptions> = {}) =>
  new Manager({ client: echoing().client, logger: false, ...options })
const events = { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] }

describe('a manager', () => {
  it('has no ports before its servers listen', () => {
    expect(newManager().ports).toEqual({ metrics: undefined, health: undefined, webhook: undefined })
  })

  it('has one controller of a name', () => {
    const manager = newManager()
    const newController = () => new Controller({ name: 'same', reconcile: async () => undefined, sources: [] })
    manager.addController(newController())
    expect(() => manager.addController(newController())).toThrow(
      'controller with name same already exists. Controller names must be unique to avoid multiple controllers reporting the same metric',
    )
    expect(() => manager.addController(newController())).toThrow(expect.objectContaining({ code: 'ControllerExists' }))
  })

  it('names the rules that its controllers, their events and its election need', () => {
    const manager = newManager()
    manager.addController(new Controller({ name: 'plain', reconcile: async () => undefined, sources: [] }))
    expect(manager.policyRules()).toEqual([events])
    expect(manager.electionRules()).toEqual([])
    const electing = newManager({ leaderElection: { name: 'l', namespace: 'ns', identity: 'a' } })
    const lease = { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create', 'get', 'update'] }
    expect(electing.electionRules()).toEqual([lease, events])
  })

  it('records events in clusters that it has', () => {
    const manager = newManager()
    expect(() => manager.eventRecorder('a')).not.toThrow()
    expect(() => manager.eventRecorder('a', 'other')).toThrow('the manager has no cluster "other"')
    expect(() => manager.eventRecorder('a', 'other')).toThrow(expect.objectContaining({ code: 'NoSuchCluster' }))
  })
})

describe('webhooks', () => {
  const answering = (text: string) => async () => new Response(text)

  it('are served by their path, also when they come later', async () => {
    const registry = new WebhookRegistry()
    const handler = registry.handler()
    registry.register('/a', answering('a')).register('/b', answering('b'))
    const ask = async (path: string) => {
      const response = await handler(new Request(`https://x${path}?q=1`))
      return [response.status, await response.text()]
    }
    expect(await ask('/a')).toEqual([200, 'a'])
    expect(await ask('/b')).toEqual([200, 'b'])
    expect(await ask('/c')).toEqual([404, '404 page not found\n'])
  })

  it('that nothing serves are a mistake, which names them', () => {
    const registry = new WebhookRegistry()
    expect(unservedWebhooks(registry)).toBeUndefined()
    registry.register('/a', answering('a')).register('/b', answering('b'))
    expect(unservedWebhooks(registry)).toMatchObject({
      code: 'NoWebhookServer',
      message: 'nothing serves the webhooks /a, /b: give the manager webhookServer, or webhooks.handler() to a server',
    })
    registry.handler()
    expect(unservedWebhooks(registry)).toBeUndefined()
  })
})

it('an object that is applied for its owner is taken from other managers, unless that is not wanted', async () => {
  const { client, requests } = echoing()
  const owner = new Pod({ metadata: { name: 'p', namespace: 'ns', uid: 'u' } })
  const newObject = () => new ConfigMap({ metadata: { name: 'm', namespace: 'ns' } })
  const applied = await applyOwned(client, owner, { object: newObject(), fieldManager: 'me' })
  expect(applied.metadata?.ownerReferences).toEqual([
    { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', controller: true, blockOwnerDeletion: true },
  ])
  await applyOwned(client, owner, { object: newObject(), fieldManager: 'me', force: false })
  const queries = requests.map((each) => new URL(each.split(' ')[1] ?? '', 'http://x').searchParams)
  expect(queries.map((each) => [each.get('fieldManager'), each.get('force')])).toEqual([
    ['me', 'true'],
    ['me', 'false'],
  ])
})
