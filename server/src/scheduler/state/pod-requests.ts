import type { Container, ContainerStatus, Pod, PodStatus, ResourceList } from 'apimachinery/api/core/v1'
import { type AmountList, addAmounts, amountsOf, raiseAmounts } from './resource-amounts.js'

/** Amounts that count for containers that do not say what they need. */
export const defaultRequests: Readonly<Record<'cpu' | 'memory', number>> = { cpu: 100, memory: 200 * 1024 * 1024 }

/**
 * What a pod needs at the same time: the sum of its containers and sidecars or, if that is more, what an init container
 * and the sidecars before it need; requests of the pod as a whole replace that, and overhead is added. A pod that is being
 * resized counts with the larger of what it has and what it is to have.
 *
 * @param missing - amounts for containers that do not request these resources.
 *
 * Source: `PodRequests` of k8s.io/component-helpers/resource.
 */
export function podRequests(pod: Pod, missing?: Partial<typeof defaultRequests>): AmountList {
  const { spec, status } = pod
  const total: AmountList = new Map()
  const of = (container: Container, resizable: boolean) => containerRequests(container, { status, resizable, missing })
  for (const container of spec?.containers ?? []) addAmounts(total, of(container, true))
  const sidecars: AmountList = new Map()
  const largest: AmountList = new Map()
  for (const container of spec?.initContainers ?? []) {
    const isSidecar = container.restartPolicy === 'Always'
    const needed = of(container, isSidecar)
    if (isSidecar) {
      addAmounts(total, needed)
      addAmounts(sidecars, needed)
      raiseAmounts(largest, sidecars)
    } else {
      addAmounts(needed, sidecars)
      raiseAmounts(largest, needed)
    }
  }
  raiseAmounts(total, largest)
  for (const [name, amount] of podLevelRequests(pod)) total.set(name, amount)
  addAmounts(total, amountsOf(spec?.overhead))
  return total
}

/** Whether a pod requests resources as a whole. */
export function hasPodLevelRequests({ spec }: Pod): boolean {
  return Object.keys(spec?.resources?.requests ?? {}).some(isPodLevelResource)
}

interface ContainerRequestOptions {
  readonly status: PodStatus | undefined
  readonly resizable: boolean
  readonly missing: Partial<typeof defaultRequests> | undefined
}

function containerRequests(container: Container, { status, resizable, missing }: ContainerRequestOptions): AmountList {
  const wanted = container.resources?.requests
  const own = resizable ? statusOf(container.name, status) : undefined
  const amounts = own?.resources === undefined ? amountsOf(wanted) : effectiveRequests(status, wanted, own)
  if (missing?.cpu !== undefined && !amounts.has('cpu')) amounts.set('cpu', missing.cpu)
  if (missing?.memory !== undefined && !amounts.has('memory')) amounts.set('memory', missing.memory)
  return amounts
}

function statusOf(name: string, status: PodStatus | undefined): ContainerStatus | undefined {
  const byName = (each: ContainerStatus) => each.name === name
  return status?.initContainerStatuses?.find(byName) ?? status?.containerStatuses?.find(byName)
}

interface Actual {
  readonly resources?: { readonly requests?: ResourceList | undefined } | undefined
  readonly allocatedResources?: ResourceList | undefined
}

function effectiveRequests(
  status: PodStatus | undefined,
  wanted: ResourceList | undefined,
  { resources, allocatedResources }: Actual,
): AmountList {
  const amounts = amountsOf(resources?.requests)
  raiseAmounts(amounts, amountsOf(allocatedResources))
  if (!isResizeInfeasible(status)) raiseAmounts(amounts, amountsOf(wanted))
  return amounts
}

function isResizeInfeasible(status: PodStatus | undefined): boolean {
  return status?.conditions?.find(({ type }) => type === 'PodResizePending')?.reason === 'Infeasible'
}

function podLevelRequests({ spec, status }: Pod): AmountList {
  const wanted = spec?.resources?.requests
  const result: AmountList = new Map()
  if (wanted === undefined) return result
  const amounts = status?.resources === undefined ? amountsOf(wanted) : effectiveRequests(status, wanted, status)
  for (const name in wanted) if (isPodLevelResource(name)) result.set(name, amounts.get(name) ?? 0)
  return result
}

function isPodLevelResource(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name.startsWith('hugepages-')
}
