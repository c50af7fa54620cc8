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
// +kubebuilder:printcolumn:name=Image,type=string,JSONPath=".spec.image"
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=".status.conditions[?(@.type=='Ready')].status"
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=".metadata.creationTimestamp"
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
export function mainSource({ name, webhook }: OperatorNames): string {
  const flag = webhook ? "\n    'webhook-cert-dir': { type: 'string' }," : ''
  const server = `
  ...(certificates !== undefined && {
    webhookServer: { certFile: \`\${certificates}/tls.crt\`, keyFile: \`\${certificates}/tls.key\` },
  }),`
  return `import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Client } from '@apimachinery/client'
import { newOperator } from './operator.js'
${webhook ? "import { registerWebhooks } from './webhooks.js'\n" : ''}
const { values } = parseArgs({
  options: {
    'leader-elect': { type: 'boolean' },
    'health-port': { type: 'string', default: '8081' },
    'metrics-port': { type: 'string', default: '8080' },${flag}
  },
})
${webhook ? "const certificates = values['webhook-cert-dir']\n" : ''}const client = await Client.connect()
const manager = newOperator({
  client,
  healthServer: { port: Number(values['health-port']) },
  metricsServer: { port: Number(values['metrics-port']) },
  ...(values['leader-elect'] === true && { leaderElection: { name: '${name}', namespace: namespaceOfPod() } }),${webhook ? server : ''}
})
${webhook ? 'if (certificates !== undefined) registerWebhooks(manager.webhooks)\n' : ''}
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
