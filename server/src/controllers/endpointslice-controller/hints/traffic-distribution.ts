import type { Service } from 'apimachinery/api/core/v1'
import type { Endpoint, EndpointHints, EndpointSlice } from 'apimachinery/api/discovery/v1'
import { isReady, type PlannedSlices, withHints } from './planned-slices.js'

/** What `spec.trafficDistribution` may prefer. */
const distributions: readonly string[] = ['PreferClose', 'PreferSameZone', 'PreferSameNode']

/** The preferred distribution of a service; undefined for none, or one that is not known. */
export function distributionOf({ spec }: Service): string | undefined {
  const { trafficDistribution } = spec ?? {}
  return distributions.find((each) => each === trafficDistribution)
}

/** Gives ready endpoints the hint of their own zone, and of their node. Source: `ReconcileHints` of k8s.io/endpointslice/trafficdist. */
export function withDistribution({ create, update, unchanged }: PlannedSlices, distribution: string): PlannedSlices {
  const toNodes = distribution === 'PreferSameNode'
  const wanted = (endpoint: Endpoint): EndpointHints | undefined =>
    isReady(endpoint) ? closeHints(endpoint, toNodes) : endpoint.hints
  const hint = (slice: EndpointSlice): EndpointSlice => withHints(slice, wanted)
  const differs = ({ endpoints }: EndpointSlice): boolean =>
    (endpoints ?? []).some((endpoint) => textOf(wanted(endpoint)) !== textOf(endpoint.hints))
  return {
    create: create.map(hint),
    update: [...update, ...unchanged.filter(differs)].map(hint),
    unchanged: unchanged.filter((slice) => !differs(slice)),
  }
}

function closeHints({ zone, nodeName }: Endpoint, toNodes: boolean): EndpointHints | undefined {
  const forZones = zone === undefined ? undefined : [{ name: zone }]
  const forNodes = toNodes && nodeName !== undefined ? [{ name: nodeName }] : undefined
  if (forZones === undefined && forNodes === undefined) return undefined
  return { ...(forZones && { forZones }), ...(forNodes && { forNodes }) }
}

function textOf(hints: EndpointHints | undefined): string {
  return JSON.stringify([hints?.forZones ?? [], hints?.forNodes ?? []].map((list) => list.map(({ name }) => name)))
}
