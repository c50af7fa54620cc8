import type { UsageExpression } from './usage-expression.js'

/** Says what is used of a resource. */
export type UsageRule = Pick<UsageExpression, 'number'>

/** What is used of a resource: an amount, or what a rule says. */
export type UsageValue = number | UsageRule

/** What containers use. */
export interface ContainerUsage {
  /** All those without a usage of their own where it is empty. */
  readonly containers: readonly string[]
  /** By the name of the resource. */
  readonly usage: ReadonlyMap<string, UsageValue>
}

/** A document of kind `ResourceUsage`, for one pod, or `ClusterResourceUsage`. */
export interface PodUsage {
  readonly matches: (namespace: string, name: string) => boolean
  readonly usages: readonly ContainerUsage[]
}

/** All documents about usage. Those for single pods go before those for many. */
export interface UsageConfiguration {
  readonly pods: readonly PodUsage[]
  readonly cluster: readonly PodUsage[]
}

/** The usage of a container; a usage without names is for all that have none of their own. */
export function usageOfContainer({ usages }: PodUsage, container: string): ContainerUsage | undefined {
  return (
    usages.find(({ containers }) => containers.includes(container)) ??
    usages.find(({ containers }) => containers.length === 0)
  )
}
