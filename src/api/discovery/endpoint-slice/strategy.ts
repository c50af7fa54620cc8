import { deepEqual } from '../../../descriptor/deep-equal.js'
import { ensureMetadata } from '../../../meta/object-with-meta.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { addressOptionsOf } from '../../core/service/strict-addresses.js'
import { discoveryDeclared } from '../../declared/discovery.gen.js'
import type { KindStrategy, StrategyContext } from '../../strategies/kind-strategy.js'
import { endpointSliceDescriptor } from '../v1/descriptors.gen.js'
import { EndpointSlice } from '../v1/types.gen.js'
import {
  sameEndpoints,
  validateEndpointSlice,
  validateEndpointSliceUpdate,
  warningsForEndpointSlice,
  warningsForNewEndpointSlice,
} from './validation.js'

const hostnameLabel = 'kubernetes.io/hostname'
type Endpoints = NonNullable<EndpointSlice['endpoints']>

function endpointsOf(slice: EndpointSlice | undefined): Endpoints {
  return (slice?.endpoints ?? []).filter((endpoint) => endpoint !== null)
}

/** The generation increases with each change of the labels or of anything outside metadata. */
function raiseGenerationOfSlice(slice: EndpointSlice, old: EndpointSlice): void {
  const compared = (each: EndpointSlice) => ({ ...each, metadata: { labels: each.metadata?.labels } })
  if (deepEqual(endpointSliceDescriptor, compared(slice), compared(old))) return
  ensureMetadata(slice).generation = (ensureMetadata(old).generation ?? 0) + 1
}

function dropDisabledFields(slice: EndpointSlice, old: EndpointSlice | undefined, context: StrategyContext): void {
  if (context.featureEnabled('PreferSameTrafficDistribution')) return
  if (endpointsOf(old).some(({ hints }) => (hints?.forNodes ?? undefined) !== undefined)) return
  for (const { hints } of endpointsOf(slice)) if (hints) delete hints.forNodes
}

/** Versions after `v1beta1` have no topology; names of nodes move from it into their own field. */
function dropTopology(slice: EndpointSlice, old: EndpointSlice | undefined, { apiVersion }: StrategyContext): void {
  if (apiVersion === 'discovery.k8s.io/v1beta1' || (old !== undefined && sameEndpoints(slice, old))) return
  const known = new Set(endpointsOf(old).map(({ deprecatedTopology }) => deprecatedTopology?.[hostnameLabel]))
  for (const endpoint of endpointsOf(slice)) {
    const name = endpoint.deprecatedTopology?.[hostnameLabel]
    if (name && known.has(name) && nameIsDNSSubdomain(name, false).length === 0) endpoint.nodeName ??= name
    delete endpoint.deprecatedTopology
  }
}

/** How an EndpointSlice behaves in a registry. */
export const endpointSliceStrategy: KindStrategy<EndpointSlice> = {
  type: EndpointSlice,
  declared: { rules: discoveryDeclared },
  prepareForCreate(slice, context) {
    ensureMetadata(slice).generation = 1
    dropDisabledFields(slice, undefined, context)
    dropTopology(slice, undefined, context)
  },
  prepareForUpdate(slice, old, context) {
    raiseGenerationOfSlice(slice, old)
    dropDisabledFields(slice, old, context)
    dropTopology(slice, old, context)
  },
  validate: (slice, context) => validateEndpointSlice(slice, addressOptionsOf(context)),
  validateUpdate: (slice, old, context) => validateEndpointSliceUpdate(slice, old, addressOptionsOf(context)),
  warningsOnCreate: warningsForNewEndpointSlice,
  warningsOnUpdate: warningsForEndpointSlice,
}
