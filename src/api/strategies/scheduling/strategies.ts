import { compositePodGroupStrategy } from '../../scheduling/composite-pod-group/strategy.js'
import { podGroupStrategy } from '../../scheduling/pod-group/strategy.js'
import { priorityClassStrategy } from '../../scheduling/priority-class/strategy.js'
import { workloadStrategy } from '../../scheduling/workload/strategy.js'
import type { KindStrategy } from '../kind-strategy.js'

/** How the kinds of `scheduling.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [
  priorityClassStrategy,
  workloadStrategy,
  podGroupStrategy,
  compositePodGroupStrategy,
]
