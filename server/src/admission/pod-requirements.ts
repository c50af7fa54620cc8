import type { Container, Pod, PodSpec, ResourceList } from 'apimachinery/api/core/v1'
import type { Quantity } from 'apimachinery/resource'
import { addAmounts, amountsOf } from './resource-amounts.js'

/** Which side of the resources of containers is meant. */
export type ResourceSide = 'requests' | 'limits'

type Amounts = Map<string, Quantity>

/** Returns the resources of a container to count. */
export type ResourcesOf = (container: Container, side: ResourceSide) => Amounts

/** The resource requests of a container. */
export function specResources({ resources }: Container, side: ResourceSide): Amounts {
  return amountsOf(resources?.[side])
}

/**
 * The simultaneous needs of the containers of a pod: the sum of those that run together, or, if that is more, the needs of
 * the largest init container and the sidecars started before it. Pod-level amounts replace that sum.
 *
 * Source: `PodRequests` and `PodLimits` of k8s.io/component-helpers/resource, without the overhead of the runtime.
 */
export function podRequirements(spec: PodSpec, side: ResourceSide, resourcesOf: ResourcesOf = specResources): Amounts {
  let total: Amounts = new Map()
  for (const container of spec.containers ?? []) total = addAmounts(total, resourcesOf(container, side))
  let sidecars: Amounts = new Map()
  let largest: Amounts = new Map()
  for (const container of spec.initContainers ?? []) {
    const own = resourcesOf(container, side)
    const needed = addAmounts(own, sidecars)
    if (container.restartPolicy === 'Always') {
      total = addAmounts(total, own)
      sidecars = needed
    }
    largest = larger(largest, needed)
  }
  total = larger(total, largest)
  for (const [name, amount] of amountsOf(spec.resources?.[side])) if (isPodLevel(name)) total.set(name, amount)
  return total
}

/** {@link podRequirements} with the overhead of the runtime. A resource that has no limit gets none by it. */
export function podRequirementsWithOverhead(pod: Pod, side: ResourceSide): Amounts {
  const spec = pod.spec ?? { containers: [] }
  const total = podRequirements(spec, side, (container, of) => runningResources(pod, container, of))
  for (const [name, amount] of amountsOf(spec.overhead)) {
    const known = total.get(name)
    if (known !== undefined) total.set(name, known.add(amount))
    else if (side === 'requests') total.set(name, amount)
  }
  return total
}

/** A pod that is being resized counts with the larger of what it has and what it is to have. */
function runningResources({ status }: Pod, container: Container, side: ResourceSide): Amounts {
  const wanted = amountsOf(container.resources?.[side])
  const statuses = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])]
  const found = statuses.find(({ name }) => name === container.name)
  const actual: ResourceList | undefined = found?.resources?.[side]
  if (found?.resources === undefined) return wanted
  if (isInfeasible(status))
    return larger(amountsOf(actual), amountsOf(side === 'requests' ? found.allocatedResources : {}))
  const allocated = side === 'requests' ? amountsOf(found.allocatedResources) : new Map<string, Quantity>()
  return larger(larger(wanted, amountsOf(actual)), allocated)
}

function isInfeasible(status: Pod['status']): boolean {
  return (status?.conditions ?? []).some(({ type, reason }) => type === 'PodResizePending' && reason === 'Infeasible')
}

function larger(a: Amounts, b: Amounts): Amounts {
  const result = new Map(a)
  for (const [name, amount] of b) {
    const known = result.get(name)
    if (known === undefined || known.cmp(amount) < 0) result.set(name, amount)
  }
  return result
}

/** Resources that can be given for a pod as a whole. */
export function isPodLevel(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name.startsWith('hugepages-')
}
