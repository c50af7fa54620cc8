import type { Client } from '@apimachinery/client'
import { PriorityClass } from 'apimachinery/api/scheduling/v1'
import { ensureAll } from './ensure.js'

/** Creates the priority classes of pods that a cluster needs. Source: pkg/apis/scheduling/v1 of Kubernetes. */
export async function ensurePriorityClasses(client: Client): Promise<void> {
  const classes = [
    {
      name: 'system-node-critical',
      value: 2_000_001_000,
      description: 'Used for system critical pods that must not be moved from their current node.',
    },
    {
      name: 'system-cluster-critical',
      value: 2_000_000_000,
      description:
        'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
    },
  ]
  const objects = classes.map(
    ({ name, value, description }) => new PriorityClass({ metadata: { name }, value, description }),
  )
  await ensureAll(client.resource(PriorityClass), objects)
}
