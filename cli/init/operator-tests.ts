import type { OperatorNames } from './operator-names.js'

const startWithWebhooks = `  const webhooks = new WebhookRegistry()
  registerWebhooks(webhooks)
  server = await TestServer.start({
    crds: [path('generated/crds')],
    webhooks,
    webhookConfigurations: [path('deploy/webhooks.yaml')],
  })
`

const webhookTest = (kind: string): string => `test('the webhooks complete and check objects', async () => {
  const { client } = server
  const create = (image: string) =>
    client.create(new ${kind}({ metadata: { name: 'a', namespace }, spec: { image } }), { dryRun: ['All'] })
  expect((await create('nginx')).spec.image).toBe('nginx:latest')
  await expect(create('nginx: 1')).rejects.toThrow('must not contain spaces')
})

`

/** The test of the controller. */
export function testSource({ kind, webhook }: OperatorNames): string {
  return `import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
${webhook ? "import { type Manager, WebhookRegistry } from '@apimachinery/client/controller'" : "import type { Manager } from '@apimachinery/client/controller'"}
import { TestServer } from '@apimachinery/server/testing'
import { Deployment } from 'apimachinery/api/apps/v1'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rbacText } from '../dev/rbac.js'
import { ${kind} } from '../generated/v1/types.gen.js'
import { newOperator } from '../src/operator.js'
${webhook ? "import { registerWebhooks } from '../src/webhooks.js'\n" : ''}
const path = (name: string): string => fileURLToPath(new URL(\`../\${name}\`, import.meta.url))
const namespace = 'default'
let server: TestServer
let manager: Manager
let stop: AbortController
let running: Promise<void>

beforeEach(async () => {
${webhook ? startWithWebhooks : "  server = await TestServer.start({ crds: [path('generated/crds')] })\n"}  manager = newOperator({ client: server.client })
  stop = new AbortController()
  running = manager.run(stop.signal)
})
afterEach(async () => {
  stop.abort()
  await running
  await server.stop()
})

test('makes a deployment, and follows changes', async () => {
  const { client } = server
  await client.create(new ${kind}({ metadata: { name: 'a', namespace }, spec: { image: 'nginx:1' } }))
  await manager.settled()
  const deployment = await client.get(Deployment, { namespace, name: 'a' })
  expect(deployment.spec?.replicas).toBe(1)
  expect(deployment.metadata?.ownerReferences).toMatchObject([{ kind: '${kind}', name: 'a', controller: true }])

  const current = await client.get(${kind}, { namespace, name: 'a' })
  await client.update(new ${kind}({ ...current, spec: { image: 'nginx:2', replicas: 3 } }))
  await manager.settled()
  const changed = await client.get(Deployment, { namespace, name: 'a' })
  expect(changed.spec).toMatchObject({ replicas: 3, template: { spec: { containers: [{ image: 'nginx:2' }] } } })
  const { status } = await client.get(${kind}, { namespace, name: 'a' })
  expect(status?.conditions).toMatchObject([{ type: 'Ready', status: 'False', reason: 'Progressing' }])
})

test('creates the deployment again after its deletion', async () => {
  const { client } = server
  await client.create(new ${kind}({ metadata: { name: 'a', namespace }, spec: { image: 'nginx:1' } }))
  await manager.settled()
  const first = await client.get(Deployment, { namespace, name: 'a' })
  await client.delete(first)
  await manager.settled()
  const second = await client.get(Deployment, { namespace, name: 'a' })
  expect(second.metadata?.uid).not.toBe(first.metadata?.uid)
})

${webhook ? webhookTest(kind) : ''}test('deploy/rbac.yaml has what the controllers declare: npm run rbac writes it', () => {
  expect(readFileSync(path('deploy/rbac.yaml'), 'utf8')).toBe(rbacText())
})
`
}
