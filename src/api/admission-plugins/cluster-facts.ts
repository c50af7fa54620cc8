import type { RuntimeClass } from '../node/v1/types.gen.js'
import type { PriorityClass } from '../scheduling/v1/types.gen.js'

/** Objects of one kind, read from memory. The namespace of cluster-scoped kinds is empty. */
export interface Lister<T> {
  /** `undefined` if there is none of the name. */
  get(namespace: string, name: string): T | undefined
  /** Those of a namespace, or all. */
  list(namespace?: string): Iterable<T>
}

/** The objects of a cluster that these plugins look at. */
export interface ClusterFacts {
  readonly priorityClasses: Lister<PriorityClass>
  readonly runtimeClasses: Lister<RuntimeClass>
}
