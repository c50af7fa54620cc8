import { applyOwned, Manager, type ManagerOptions, setStatusCondition } from '@apimachinery/client/controller'
import { Deployment } from 'apimachinery/api/apps/v1'
import { Webapp } from '../generated/v1/types.gen.js'

/** The manager of this operator with its controllers. */
export function newOperator(options: ManagerOptions): Manager {
  const manager = new Manager(options)
  manager
    .controller(Webapp)
    .owns(Deployment)
    .reconcile(async ({ object, client, cache, events }) => {
      if (object === undefined) return // it is gone, and what it owned goes with it
      const { name = '', namespace = '', generation = 0 } = object.metadata ?? {}
      const isNew = cache.get(Deployment, { namespace, name }) === undefined
      const deployment = await applyOwned(client, object, { object: deploymentFor(object), fieldManager: 'webapp' })
      if (isNew) events.event(object, { reason: 'Created', note: `created deployment ${name}` })

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
      await client.updateStatus(new Webapp({ ...object, status: { readyReplicas, conditions } }))
    })
  return manager
}

function deploymentFor({ metadata, spec }: Webapp): Deployment {
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
