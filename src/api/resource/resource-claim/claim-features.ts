import type { StrategyContext } from '../../strategies/kind-strategy.js'
import { structsOf } from '../../validation/go-values.js'
import type { DeviceRequest, DeviceSubRequest, ExactDeviceRequest, ResourceClaimSpec } from '../v1/types.gen.js'

type RequestFields = Partial<ExactDeviceRequest & DeviceSubRequest>

/** The exact requests: the request itself, or its alternatives. */
function wantedOf(request: DeviceRequest): readonly RequestFields[] {
  return [...(request.exactly ? [request.exactly] : []), ...structsOf(request.firstAvailable)]
}

/** Fields that are dropped when their feature is off and was not in use before. */
interface Feature {
  readonly gate: string
  inUse(spec: ResourceClaimSpec): boolean
  drop(spec: ResourceClaimSpec): void
}

function requestFeature(
  gate: string,
  has: (request: DeviceRequest) => boolean,
  drop: (request: DeviceRequest) => void,
): Feature {
  return {
    gate,
    inUse: (spec) => structsOf(spec.devices?.requests).some(has),
    drop: (spec) => structsOf(spec.devices?.requests).forEach(drop),
  }
}

const features: readonly Feature[] = [
  requestFeature(
    'DRAPrioritizedList',
    ({ firstAvailable }) => (firstAvailable ?? []).length > 0,
    (request) => delete request.firstAvailable,
  ),
  requestFeature(
    'DRADeviceTaints',
    (request) => wantedOf(request).some(({ tolerations }) => (tolerations ?? []).length > 0),
    (request) => {
      for (const wanted of wantedOf(request)) delete wanted.tolerations
    },
  ),
  requestFeature(
    'DRAAdminAccess',
    ({ exactly }) => (exactly?.adminAccess ?? undefined) !== undefined,
    ({ exactly }) => delete exactly?.adminAccess,
  ),
  {
    gate: 'DRAConsumableCapacity',
    inUse: ({ devices }) =>
      structsOf(devices?.constraints).some(({ distinctAttribute }) => (distinctAttribute ?? undefined) !== undefined) ||
      structsOf(devices?.requests).some((request) => wantedOf(request).some(({ capacity }) => capacity)),
    drop({ devices }) {
      for (const constraint of structsOf(devices?.constraints)) delete constraint.distinctAttribute
      for (const request of structsOf(devices?.requests)) {
        for (const wanted of wantedOf(request)) delete wanted.capacity
      }
    },
  },
  requestFeature(
    'DRADerivedAttributes',
    (request) => wantedOf(request).some(({ derivedAttributes }) => (derivedAttributes ?? []).length > 0),
    (request) => {
      for (const wanted of wantedOf(request)) delete wanted.derivedAttributes
    },
  ),
]

/** Reports whether a spec has what belongs to a feature. */
export function claimSpecUses(gate: string, spec: ResourceClaimSpec | null | undefined): boolean {
  return features.some((feature) => feature.gate === gate && feature.inUse(spec ?? {}))
}

/** Drops what belongs to features that are off, unless the old spec has it. */
export function dropDisabledClaimFields(
  spec: ResourceClaimSpec | null | undefined,
  old: ResourceClaimSpec | null | undefined,
  context: StrategyContext,
): void {
  if (!spec) return
  for (const feature of features) {
    if (!context.featureEnabled(feature.gate) && !feature.inUse(old ?? {})) feature.drop(spec)
  }
}
