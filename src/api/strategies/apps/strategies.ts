import { controllerRevisionStrategy } from '../../apps/controller-revision/strategy.js'
import { daemonSetStrategy } from '../../apps/daemon-set/strategy.js'
import { deploymentStrategy } from '../../apps/deployment/strategy.js'
import { replicaSetStrategy } from '../../apps/replica-set/strategy.js'
import { statefulSetStrategy } from '../../apps/stateful-set/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `apps` behave in a registry. */
export const strategies: readonly KindStrategy[] = [
  controllerRevisionStrategy,
  daemonSetStrategy,
  deploymentStrategy,
  replicaSetStrategy,
  statefulSetStrategy,
]
