import type { Lister } from '@apimachinery/client/cache'
import { objectKey } from '@apimachinery/client/cache'
import type { Node, Pod, Service } from 'apimachinery/api/core/v1'
import type { EndpointPort, EndpointSlice } from 'apimachinery/api/discovery/v1'
import { newAggregate } from 'apimachinery/errors'
import { orderedSlicePorts, slicePortsKey } from '../service-endpoints/endpoint-order.js'
import { EndpointSet } from '../service-endpoints/endpoint-set.js'
import { type AddressFamily, readAddress } from '../service-endpoints/pod-endpoint.js'
import { belongsToEndpoints, equalMaps } from '../service-endpoints/pod-membership.js'
import type { PlannedSlices } from './hints/planned-slices.js'
import { withoutHints } from './hints/planned-slices.js'
import { event, type HintEvent, type TopologyCache, wantsZoneHints } from './hints/topology-cache.js'
import { distributionOf, withDistribution } from './hints/traffic-distribution.js'
import { packSlices } from './pack-slices.js'
import { podEndpoint, podPorts } from './pod-endpoints.js'
import { type SliceChanges, type SliceWriter, writeChanges } from './slice-changes.js'
import { isOwnedBy, newSlice, sliceControllerName } from './slice-metadata.js'

/** What a reconciler needs. */
export interface SliceReconcilerOptions extends SliceWriter {
  readonly nodes: Lister<Node>
  readonly topology: TopologyCache
  readonly onEvent: (service: Service, event: HintEvent) => void
}

/** What is known about a service. */
export interface ServiceState {
  readonly service: Service
  readonly pods: readonly Pod[]
  readonly existing: readonly EndpointSlice[]
  /** When something changed. */
  readonly time: string | undefined
}

/** Endpoints by ports. */
interface DesiredGroup {
  readonly ports: EndpointPort[]
  readonly endpoints: EndpointSet
}

/** Brings the slices of services into line with their pods. Source: `Reconciler` of k8s.io/endpointslice. */
export class SliceReconciler {
  readonly #options: SliceReconcilerOptions

  constructor(options: SliceReconcilerOptions) {
    this.#options = options
  }

  /** @throws Error with all problems; what could be done is done. */
  async reconcile(state: ServiceState): Promise<void> {
    const { client, tracker, topology } = this.#options
    const { service, existing } = state
    const families = familiesOf(service)
    const errors: Error[] = []
    for (const family of families) {
      const own = existing.filter(({ addressType }) => addressType === family)
      errors.push(...(await this.#reconcileFamily({ ...state, existing: own }, family)))
    }
    for (const slice of existing.filter(({ addressType }) => !families.some((each) => each === addressType))) {
      topology.forget({ key: objectKey(service), addressType: slice.addressType })
      await client.delete(slice).then(
        () => tracker.deleted(slice),
        (error: Error) => {
          const { name, namespace } = slice.metadata ?? {}
          const of = `Service ${namespace}/${service.metadata?.name}`
          errors.push(new Error(`error deleting ${name} EndpointSlice for ${of}: ${error.message}`))
        },
      )
    }
    const failed = newAggregate(errors)
    if (failed !== undefined) throw failed
  }

  async #reconcileFamily(state: ServiceState, addressType: AddressFamily): Promise<Error[]> {
    const { service, existing, time } = state
    const { groups, errors } = this.#desired(state, addressType)
    const changes = changesOf(state, addressType, groups)
    const isChanged = new Set([...changes.update, ...changes.delete].map(({ metadata }) => metadata?.name))
    const unchanged = existing.filter(({ metadata }) => !isChanged.has(metadata?.name))
    const { slices, events } = this.#hinted(service, addressType, { ...changes, unchanged })
    const { create, update } = slices
    const wanted = { create, update, delete: changes.delete }
    await writeChanges(this.#options, service, { changes: wanted, time }).catch((error: Error) => errors.push(error))
    for (const each of events) this.#options.onEvent(service, each)
    return errors
  }

  #desired(
    { service, pods }: ServiceState,
    addressType: AddressFamily,
  ): {
    readonly groups: Map<string, DesiredGroup>
    readonly errors: Error[]
  } {
    const groups = new Map<string, DesiredGroup>()
    const errors: Error[] = []
    for (const pod of pods) {
      if (!belongsToEndpoints(pod, true)) continue
      const ports = orderedSlicePorts(podPorts(pod, service))
      const key = slicePortsKey(ports)
      const group = groups.get(key) ?? { ports, endpoints: new EndpointSet() }
      groups.set(key, group)
      const nodeName = pod.spec?.nodeName ?? ''
      const node = this.#options.nodes.get(nodeName)
      // Without a node the pod is left out, and looked at again.
      if (node === undefined && service.spec?.publishNotReadyAddresses !== true) {
        const { name, namespace } = service.metadata ?? {}
        errors.push(
          new Error(`skipping Pod ${pod.metadata?.name} for Service ${namespace}/${name}: Node ${nodeName} Not Found`),
        )
        continue
      }
      const endpoint = podEndpoint(pod, service, { addressType, node })
      if (endpoint.addresses.length > 0) group.endpoints.add(endpoint)
    }
    return { groups, errors }
  }

  #hinted(
    service: Service,
    addressType: AddressFamily,
    planned: PlannedSlices,
  ): { readonly slices: PlannedSlices; readonly events: readonly HintEvent[] } {
    const { topology } = this.#options
    const subject = { key: objectKey(service), addressType }
    if (wantsZoneHints(service)) return topology.addHints(subject, planned)
    const disabled = event(subject, 'Topology Aware Hints has been disabled', 'Warning')
    const events = topology.hasHints(subject.key) ? [disabled] : []
    topology.forget(subject)
    const distribution = distributionOf(service)
    const slices = distribution === undefined ? withoutHints(planned) : withDistribution(planned, distribution)
    return { slices, events }
  }
}

function changesOf(
  { service, existing }: ServiceState,
  addressType: AddressFamily,
  groups: ReadonlyMap<string, DesiredGroup>,
): SliceChanges {
  const byPorts = new Map<string, EndpointSlice[]>()
  const removed: EndpointSlice[] = []
  for (const slice of existing) {
    const key = slicePortsKey(orderedSlicePorts(slice.ports))
    if (isOwnedBy(slice, service)) byPorts.set(key, [...(byPorts.get(key) ?? []), slice])
    else removed.push(slice)
  }
  const [create, update]: [EndpointSlice[], EndpointSlice[]] = [[], []]
  for (const [key, { ports, endpoints }] of groups) {
    const group = { addressType, ports, desired: endpoints, existing: byPorts.get(key) ?? [] }
    const changes = packSlices(service, group)
    create.push(...changes.create)
    update.push(...changes.update)
    removed.push(...changes.delete)
  }
  for (const [key, slices] of byPorts) if (!groups.has(key)) removed.push(...slices)
  // There is always one slice, without endpoints if need be.
  if (existing.length !== removed.length || create.length > 0) return { create, update, delete: removed }
  const placeholder = newSlice(service, addressType, [])
  const [only] = removed
  if (removed.length === 1 && only !== undefined && isPlaceholder(only, placeholder))
    return { create, update, delete: [] }
  return { create: [placeholder], update, delete: removed }
}

/** Reports whether a slice is the one without endpoints already. */
function isPlaceholder(
  { metadata, endpoints, ports, addressType }: EndpointSlice,
  placeholder: EndpointSlice,
): boolean {
  return (
    (endpoints ?? []).length === 0 &&
    (ports ?? []).length === 0 &&
    addressType === placeholder.addressType &&
    equalMaps(metadata?.labels, placeholder.metadata?.labels)
  )
}

/** The families of a service; those of its address, or both, where it names none. */
function familiesOf({ spec }: Service): AddressFamily[] {
  const families = (spec?.ipFamilies ?? []).filter(
    (family): family is AddressFamily => family === 'IPv4' || family === 'IPv6',
  )
  if (families.length > 0) return families
  const { clusterIP = '' } = spec ?? {}
  if (clusterIP === '' || clusterIP === 'None') return ['IPv4', 'IPv6']
  return [readAddress(clusterIP)?.family ?? 'IPv4']
}

/** Reports whether the controller of EndpointSlices writes a slice. */
export function isManaged({ metadata }: EndpointSlice): boolean {
  return metadata?.labels?.['endpointslice.kubernetes.io/managed-by'] === sliceControllerName
}
