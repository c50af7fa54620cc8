import type { KindStrategy } from '../kind-strategy.js'
import { compositePodGroupStrategy } from './composite-pod-group.js'
import { podGroupStrategy } from './pod-group.js'
import { priorityClassStrategy } from './priority-class.js'
import { workloadStrategy } from './workload.js'

/** How the kinds of `scheduling.k8s.io` behave in a registry. */
export const strategies: readonly KindStrategy[] = [
  priorityClassStrategy,
  workloadStrategy,
  podGroupStrategy,
  compositePodGroupStrategy,
]
