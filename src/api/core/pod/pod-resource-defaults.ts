import { parseQuantity, type Quantity } from '../../../resource/quantity.js'
import { itemsOf } from '../../defaults/items-of.js'
import { addMissingResources } from '../resource-list/resource-list-defaults.js'
import type { Container, PodSpec, ResourceList } from '../v1/types.gen.js'

type Amounts = Map<string, Quantity>
type Side = 'requests' | 'limits'

/** Fills the resources of the pod as a whole, once some of them are given; containers have theirs already. */
export function defaultPodResources(spec: PodSpec): void {
  if (!spec.resources) return
  try {
    defaultHugePageLimits(spec)
    defaultRequests(spec)
  } catch {
    // Validation rejects an amount that is not a quantity.
  }
}

/**
 * As {@link defaultPodResources}, once all containers are there, those that admission adds included: requests are filled without limits,
 * too, and each limit that all containers have.
 *
 * Source: `DefaultPodLevelResources` of pkg/api/pod of Kubernetes.
 */
export function completePodResources(spec: PodSpec): void {
  if (!spec.resources || (isEmpty(spec.resources.requests ?? {}) && isEmpty(spec.resources.limits ?? {}))) return
  try {
    defaultHugePageLimits(spec)
    fillRequests(spec)
    fillLimits(spec)
  } catch {
    // Validation rejects an amount that is not a quantity.
  }
}

function fillLimits(spec: PodSpec): void {
  const { requests = {}, limits = {} } = spec.resources ?? {}
  const isLimited = (name: string) =>
    [...allContainers(spec), ...itemsOf(spec.ephemeralContainers)].every(({ resources }) =>
      Object.hasOwn(resources?.limits ?? {}, name),
    )
  const open = Object.keys(requests ?? {}).filter(
    (name) => isPodLevelResource(name) && !Object.hasOwn(limits ?? {}, name) && isLimited(name),
  )
  if (open.length === 0) return
  const sums = aggregate(spec, 'limits')
  const found = open.flatMap((name) => {
    const [sum, request] = [sums.get(name), parseQuantity(String(requests?.[name] ?? '0'))]
    return sum === undefined ? [] : [[name, (request.cmp(sum) > 0 ? request : sum).toString()]]
  })
  setResources(spec, 'limits', Object.fromEntries(found))
}

function defaultHugePageLimits(spec: PodSpec): void {
  const requests = spec.resources?.requests ?? {}
  const limits = spec.resources?.limits ?? {}
  if (isEmpty(requests) && isEmpty(limits)) return
  const found = wantedResources(aggregate(spec, 'limits'), (name) => isHugePage(name) && !Object.hasOwn(requests, name))
  setResources(spec, 'limits', found)
}

function defaultRequests(spec: PodSpec): void {
  if (!isEmpty(spec.resources?.limits ?? {})) fillRequests(spec)
}

function fillRequests(spec: PodSpec): void {
  const limits = spec.resources?.limits ?? {}
  setResources(spec, 'requests', wantedResources(aggregate(spec, 'requests'), isOvercommittable))
  setResources(
    spec,
    'requests',
    Object.fromEntries(Object.entries(limits).filter(([name]) => isPodLevelResource(name))),
  )
}

function setResources(spec: PodSpec, side: Side, found: ResourceList): void {
  if (isEmpty(found)) return
  spec.resources ??= {}
  const resources = spec.resources
  resources[side] ??= {}
  const list = resources[side]
  addMissingResources(list, found)
}

function wantedResources(amounts: Amounts, wanted: (name: string) => boolean): ResourceList {
  return Object.fromEntries(
    [...amounts].filter(([name]) => wanted(name)).map(([name, amount]) => [name, amount.toString()]),
  )
}

/**
 * The simultaneous needs of all containers: the sum of the containers that run together, or, if that is more, the needs of
 * the largest init container and the sidecars started before it.
 */
function aggregate(spec: PodSpec, side: Side): Amounts {
  const total: Amounts = new Map()
  const sidecars: Amounts = new Map()
  const initial: Amounts = new Map()
  for (const container of itemsOf(spec.containers)) add(total, container, side)
  for (const container of itemsOf(spec.initContainers)) {
    const needed: Amounts = new Map(sidecars)
    add(needed, container, side)
    if (container.restartPolicy === 'Always') {
      add(total, container, side)
      add(sidecars, container, side)
    }
    raiseTo(initial, needed)
  }
  raiseTo(total, initial)
  return total
}

function add(sum: Amounts, { resources }: Container, side: Side): void {
  for (const [name, text] of Object.entries(resources?.[side] ?? {})) {
    // Null is the quantity 0 in Go.
    const amount = parseQuantity(String(text ?? '0'))
    sum.set(name, sum.get(name)?.add(amount) ?? amount)
  }
}

function raiseTo(into: Amounts, other: Amounts): void {
  for (const [name, amount] of other) {
    const known = into.get(name)
    if (known === undefined || known.cmp(amount) < 0) into.set(name, amount)
  }
}

function allContainers(spec: PodSpec): Container[] {
  return [...itemsOf(spec.containers), ...itemsOf(spec.initContainers)]
}

function isEmpty(list: object): boolean {
  return Object.keys(list).length === 0
}

function isHugePage(name: string): boolean {
  return name.startsWith('hugepages-')
}

function isOvercommittable(name: string): boolean {
  return name === 'cpu' || name === 'memory'
}

/** Whether a pod as a whole may ask for a resource. */
export function isPodLevelResource(name: string): boolean {
  return isOvercommittable(name) || isHugePage(name)
}
