import type * as v1 from '../v1/types.gen.js'
import type * as v1beta1 from '../v1beta1/types.gen.js'

/** The fields that are below `exactly` in v1 and in the request itself in v1beta1. */
const exactFields = [
  'deviceClassName',
  'selectors',
  'allocationMode',
  'count',
  'adminAccess',
  'tolerations',
  'capacity',
  'derivedAttributes',
] as const

/** A claim of v1beta1 in the form of v1. */
export function newClaimSpec(spec: v1beta1.ResourceClaimSpec | undefined): v1.ResourceClaimSpec | undefined {
  const { requests } = spec?.devices ?? {}
  if (!requests) return spec
  return { ...spec, devices: { ...spec?.devices, requests: requests.map(newRequest) } }
}

/** A claim of v1 in the form of v1beta1. */
export function oldClaimSpec(spec: v1.ResourceClaimSpec | undefined): v1beta1.ResourceClaimSpec | undefined {
  const { requests } = spec?.devices ?? {}
  if (!requests) return spec
  return { ...spec, devices: { ...spec?.devices, requests: requests.map(oldRequest) } }
}

/** One set field makes an exact request; validation checks it. */
function newRequest(request: v1beta1.DeviceRequest): v1.DeviceRequest {
  const rest: Record<string, unknown> = { ...request }
  const exactly: Record<string, unknown> = {}
  let any = false
  for (const name of exactFields) {
    const value = rest[name]
    delete rest[name]
    if (value === undefined || value === null) continue
    exactly[name] = value
    any ||= value !== '' && value !== 0
  }
  if (!any) return rest as unknown as v1.DeviceRequest
  return { ...rest, exactly: { deviceClassName: '', ...exactly } } as unknown as v1.DeviceRequest
}

function oldRequest({ exactly, ...rest }: v1.DeviceRequest): v1beta1.DeviceRequest {
  return { ...rest, ...exactly }
}
