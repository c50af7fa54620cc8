import type { KindStrategy } from '../kind-strategy.js'
import { controllerRevisionStrategy } from './controller-revision.js'
import { daemonSetStrategy } from './daemon-set.js'
import { deploymentStrategy } from './deployment.js'
import { replicaSetStrategy } from './replica-set.js'
import { statefulSetStrategy } from './stateful-set.js'

/** How the kinds of `apps` behave in a registry. */
export const strategies: readonly KindStrategy[] = [
  controllerRevisionStrategy,
  daemonSetStrategy,
  deploymentStrategy,
  replicaSetStrategy,
  statefulSetStrategy,
]
