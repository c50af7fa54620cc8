import type { PodRule } from '../pod-rules/pod-rules.js'
import type { UsageExpression } from './usage-expression.js'

/** Says what is used of a resource. */
export type UsageRule = Pick<UsageExpression, 'number'>

/** What is used of a resource: an amount, or what a rule says. */
export type UsageValue = number | UsageRule

/** What containers use: an entry of a document of kind `ResourceUsage`, for one pod, or `ClusterResourceUsage`. */
export interface ContainerUsage {
  /** All those without a usage of their own where it is empty. */
  readonly containers: readonly string[]
  /** By the name of the resource. */
  readonly usage: ReadonlyMap<string, UsageValue>
}

/** All documents about usage. */
export type UsageConfiguration = readonly PodRule<ContainerUsage>[]
