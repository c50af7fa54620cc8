import { Client } from '@apimachinery/client'
import { Manager, NotSettledError, TerminalError } from '@apimachinery/client/controller'
import { TestServer } from '@apimachinery/server/testing'
import { Deployment } from 'apimachinery/api/apps/v1'
import { ConfigMap, Secret } from 'apimachinery/api/core/v1'
import { setControllerReference } from 'apimachinery/meta'

const namespace = 'default'
let server
let manager
let running
const stop = new AbortController()

beforeAll(async () => {
  server = await TestServer.start()
  manager = new Manager({ client: server.client, logger: false })
  manager
    .controller(ConfigMap)
    .when(({ object }) => object.data?.password !== undefined)
    .owns(Secret)
    .reconcile(async ({ object, client }) => {
      if (object === undefined) return
      if (object.data.password === '') throw new TerminalError('the password is empty')
      const secret = new Secret({ metadata: { name: object.metadata.name, namespace }, stringData: object.data })
      setControllerReference(object, secret)
      await client.apply(secret, { fieldManager: 'passwords', force: true })
    })
  running = manager.run(stop.signal)
})
afterAll(async () => {
  stop.abort()
  await running
  await server.stop()
})

test('a controller makes what it is to make', async () => {
  await server.client.create(new ConfigMap({ metadata: { name: 'web', namespace }, data: { password: 'x' } }))
  await manager.settled()
  const secret = await server.client.get(Secret, { namespace, name: 'web' })
  expect(secret).toBeInstanceOf(Secret)
  expect(secret.data).toEqual({ password: 'eA==' })
})

test('a failure has controller and key', async () => {
  await server.client.create(new ConfigMap({ metadata: { name: 'empty', namespace }, data: { password: '' } }))
  const error = await manager.settled().catch((each) => each)
  expect(error).toBeInstanceOf(NotSettledError)
  expect(error.message).toMatch('controller "configmap", key "default/empty": failed for good: the password is empty')
})

test('the server validates built-in kinds of several groups, whose code is loaded on use', async () => {
  expect(server.client).toBeInstanceOf(Client)
  const spec = { selector: { matchLabels: { a: 'b' } }, template: { metadata: {}, spec: { containers: [] } } }
  await expect(server.client.create(new Deployment({ metadata: { name: 'web', namespace }, spec }))).rejects.toThrow(
    'spec.template.spec.containers: Required value',
  )
})

test.each([
  ['', ['Client', 'KubeConfig']],
  ['/cache', ['InformerFactory']],
  ['/leader', ['LeaderElector']],
  ['/resources', ['readManifests']],
])('the entry @apimachinery/client%s has %j', async (entry, names) => {
  expect(Object.keys(await import(`@apimachinery/client${entry}`))).toEqual(expect.arrayContaining(names))
})
