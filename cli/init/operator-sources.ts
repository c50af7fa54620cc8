import type { OperatorNames } from './operator-names.js'

/** The kind in tagged TypeScript. */
export function kindSource({ group, kind, plural }: OperatorNames): string {
  return `// Version v1 of the group ${group}.
//
// +groupName=${group}

import type { int32 } from 'apimachinery/codegen/tags'
import type { Condition, ObjectMeta, TypeMeta } from 'apimachinery/meta/v1'

// ${kind} runs an image.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:path=${plural},singular=${kind.toLowerCase()}
export interface ${kind} extends TypeMeta {
  // +optional
  metadata?: ObjectMeta
  spec: ${kind}Spec
  // +optional
  status?: ${kind}Status
}

// ${kind}Spec is what is wanted.
export interface ${kind}Spec {
  // +kubebuilder:validation:MinLength=1
  image: string
  // +kubebuilder:default=1
  // +kubebuilder:validation:Minimum=0
  // +optional
  replicas?: int32
}

// ${kind}Status is what there is.
export interface ${kind}Status {
  // +optional
  readyReplicas?: int32
  // +optional
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[]
}
`
}

/** The controller. */
export function controllerSource({ name, kind }: OperatorNames): string {
  return `import { applyOwned, Manager, type ManagerOptions, setStatusCondition } from '@apimachinery/client/controller'
import { Deployment } from 'apimachinery/api/apps/v1'
import { ${kind} } from '../generated/v1/types.gen.js'

/** The manager of this operator with its controllers. */
export function newOperator(options: ManagerOptions): Manager {
  const manager = new Manager(options)
  manager
    .controller(${kind})
    .owns(Deployment)
    .reconcile(async ({ object, client, cache, events }) => {
      if (object === undefined) return // it is gone, and what it owned goes with it
      const { name = '', namespace = '', generation = 0 } = object.metadata ?? {}
      const isNew = cache.get(Deployment, { namespace, name }) === undefined
      const deployment = await applyOwned(client, object, { object: deploymentFor(object), fieldManager: '${name}' })
      if (isNew) events.event(object, { reason: 'Created', note: \`created deployment \${name}\` })

      const conditions = [...(object.status?.conditions ?? [])]
      const readyReplicas = deployment.status?.readyReplicas ?? 0
      const ready = readyReplicas >= (object.spec.replicas ?? 1)
      const changed = setStatusCondition(
        conditions,
        {
          type: 'Ready',
          status: ready ? 'True' : 'False',
          reason: ready ? 'Running' : 'Progressing',
          observedGeneration: Number(generation),
        },
        { ...(options.clock !== undefined && { clock: options.clock }) },
      )
      if (!changed && object.status?.readyReplicas === readyReplicas) return
      await client.updateStatus(new ${kind}({ ...object, status: { readyReplicas, conditions } }))
    })
  return manager
}

function deploymentFor({ metadata, spec }: ${kind}): Deployment {
  const { name = '', namespace = '' } = metadata ?? {}
  const labels = { 'app.kubernetes.io/name': name }
  return new Deployment({
    metadata: { name, namespace, labels },
    spec: {
      replicas: spec.replicas ?? 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: spec.image }] } },
    },
  })
}
`
}

/** The program. */
export function mainSource({ name }: OperatorNames): string {
  return `import { readFileSync } from 'node:fs'
import { Client } from '@apimachinery/client'
import { newOperator } from './operator.js'

const client = await Client.connect()
const manager = newOperator({
  client,
  leaderElection: { name: '${name}', namespace: namespaceOfPod() },
  healthServer: { port: 8081 },
  metricsServer: { port: 8080 },
  onError: (error, where) => console.error(where, error),
})

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
try {
  await manager.run(stop.signal)
} finally {
  await client.close()
}

function namespaceOfPod(): string {
  try {
    return readFileSync('/var/run/secrets/kubernetes.io/serviceaccount/namespace', 'utf8').trim()
  } catch {
    return 'default'
  }
}
`
}

/** The program that writes the RBAC rules. */
export function rbacSource({ name }: OperatorNames): string {
  return `import { Client } from '@apimachinery/client'
import { rbacManifest } from '@apimachinery/client/controller'
import { InProcessTransport } from '@apimachinery/client/transport'
import { jsonToYAML } from 'apimachinery/runtime/serializer/yaml'
import { newOperator } from './operator.js'

/** Account, role and binding of the operator: the rules are those that its controllers declare. */
export function rbacText(): string {
  // No request is sent: only the required permissions of the controllers are collected.
  const transport = new InProcessTransport(() => Promise.reject(new Error('not connected')))
  const name = '${name}'
  const manager = newOperator({
    client: Client.from({ transport }),
    leaderElection: { name, namespace: name },
  })
  const objects = rbacManifest({ name, namespace: name, rules: manager.policyRules() })
  return objects.map((object) => jsonToYAML(object as never)).join('---\\n')
}
`
}

/** The test of the controller. */
export function testSource({ kind }: OperatorNames): string {
  return `import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Manager } from '@apimachinery/client/controller'
import { TestServer } from '@apimachinery/server/testing'
import { Deployment } from 'apimachinery/api/apps/v1'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ${kind} } from '../generated/v1/types.gen.js'
import { newOperator } from '../src/operator.js'
import { rbacText } from '../src/rbac.js'

const path = (name: string): string => fileURLToPath(new URL(\`../\${name}\`, import.meta.url))
const namespace = 'default'
let server: TestServer
let manager: Manager
let running: Promise<void>
const stop = { now: new AbortController() }

beforeEach(async () => {
  server = await TestServer.start({ crds: [path('generated/crds')] })
  manager = newOperator({ client: server.client })
  stop.now = new AbortController()
  running = manager.run(stop.now.signal)
})
afterEach(async () => {
  stop.now.abort()
  await running
  await server.stop()
})

test('makes a deployment, and follows changes', async () => {
  const { client } = server
  const created = await client.create(new ${kind}({ metadata: { name: 'a', namespace }, spec: { image: 'nginx:1' } }))
  await manager.settled()
  const deployment = await client.get(Deployment, { namespace, name: 'a' })
  expect(deployment.spec?.replicas).toBe(1)
  expect(deployment.metadata?.ownerReferences).toMatchObject([{ kind: '${kind}', name: 'a', controller: true }])

  const { resourceVersion: _, ...metadata } = created.metadata ?? {}
  await client.update(new ${kind}({ metadata: { ...metadata, ...(await current()) }, spec: { image: 'nginx:2', replicas: 3 } }))
  await manager.settled()
  const changed = await client.get(Deployment, { namespace, name: 'a' })
  expect(changed.spec).toMatchObject({ replicas: 3, template: { spec: { containers: [{ image: 'nginx:2' }] } } })
  const { status } = await client.get(${kind}, { namespace, name: 'a' })
  expect(status?.conditions).toMatchObject([{ type: 'Ready', status: 'False', reason: 'Progressing' }])

  async function current() {
    const { metadata } = await client.get(${kind}, { namespace, name: 'a' })
    return { resourceVersion: metadata?.resourceVersion }
  }
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

test('deploy/rbac.yaml has what the controllers declare: npm run rbac writes it', () => {
  expect(readFileSync(path('deploy/rbac.yaml'), 'utf8')).toBe(rbacText())
})
`
}
