import type { KubernetesObject } from '../../../runtime/objects/typed-object.js'
import { type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import { itemsOf } from '../../defaults/items-of.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'

interface Amount {
  allocationMode?: string | undefined
  count?: number | undefined
}

interface Request extends Amount {
  deviceClassName?: string | undefined
  exactly?: Amount | undefined
  firstAvailable?: Amount[] | undefined
}

/** The spec of a claim, as far as defaults fill it. */
export interface ClaimSpec {
  devices?: { requests?: Request[] | undefined } | undefined
}

interface Claim extends KubernetesObject {
  spec?: ClaimSpec
}

/** Registers the defaults of ResourceClaim. */
export function addResourceClaimDefaults(scheme: DefaultsRegistrar): void {
  withFields<Claim>(scheme, [v1.ResourceClaim, v1beta2.ResourceClaim], ({ spec }) => defaultClaimSpec(spec))
  withFields<Claim>(scheme, [v1beta1.ResourceClaim], ({ spec }) => defaultOldClaimSpec(spec))
}

/** Fills the requests of a claim. */
export function defaultClaimSpec(spec: ClaimSpec | undefined): void {
  itemsOf(spec?.devices?.requests).forEach(defaultRequest)
}

/** Fills the requests of a claim of v1beta1. */
export function defaultOldClaimSpec(spec: ClaimSpec | undefined): void {
  itemsOf(spec?.devices?.requests).forEach(defaultOldRequest)
}

function defaultRequest({ exactly, firstAvailable }: Request): void {
  if (exactly) defaultAmount(exactly)
  itemsOf(firstAvailable).forEach(defaultAmount)
}

/** A request of v1beta1 is exact when it names a class. */
function defaultOldRequest(request: Request): void {
  if (request.deviceClassName) defaultAmount(request)
  itemsOf(request.firstAvailable).forEach(defaultAmount)
}

function defaultAmount(amount: Amount): void {
  amount.allocationMode ||= 'ExactCount'
  if (amount.allocationMode === 'ExactCount') amount.count ||= 1
}
