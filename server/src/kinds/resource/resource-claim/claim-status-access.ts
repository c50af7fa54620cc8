import { type AllocatedDeviceStatus, type AllocationResult, ResourceClaim } from 'apimachinery/api/resource/v1'
import { deepEqual } from 'apimachinery/descriptor'
import { messageOf } from 'apimachinery/errors'
import { type FieldError, fieldPath, forbidden, nameIsDNSSubdomain } from 'apimachinery/validation'
import { splitServiceAccountName } from '../../../authentication/service-account/service-account-name.js'
import { authorizationAttributes } from '../../../authorization/attributes-of.js'
import type { AuthorizationAttributes, Authorizer } from '../../../authorization/authorizer.js'
import { forbiddenError } from '../../../authorization/forbidden-error.js'
import type { WriteCheck } from '../../../registry/checked-store.js'
import { type RequestUser, unknownUser } from '../../../request/context.js'
import type { RequestContext } from '../../../request/request-context.js'

type Status = NonNullable<ResourceClaim['status']>

/**
 * Allocations need the verb of the request on `resourceclaims/binding`; reports on devices need it on
 * `resourceclaims/driver` with the name of the driver, as `associated-node:<verb>` or `arbitrary-node:<verb>`.
 *
 * Source: pkg/registry/resource/utils.go of Kubernetes.
 */
export function claimStatusCheck(authorizer: Authorizer): WriteCheck<ResourceClaim> {
  return async (context, claim, old) => {
    const [status, before] = [claim.status ?? {}, old?.status ?? {}]
    const access = { authorizer, context, request: authorizationAttributes(context.user ?? unknownUser, context.info) }
    return [...(await bindingErrors(access, status, before)), ...(await deviceErrors(access, status, before))]
  }
}

interface Access {
  readonly authorizer: Authorizer
  readonly context: RequestContext
  /** What the request itself was allowed as. */
  readonly request: AuthorizationAttributes
}

async function bindingErrors(access: Access, status: Status, before: Status): Promise<readonly FieldError[]> {
  const bound = ({ allocation, reservedFor }: Status): object => ({ status: { allocation, reservedFor } })
  if (deepEqual(ResourceClaim.descriptor, bound(status), bound(before))) return []
  const { verb } = access.request
  const refusal = await refusalOf(access, { verb, subresource: 'binding', namespace: '', name: '' })
  if (refusal === undefined) return []
  const needs = `requires resource="resourceclaims/binding", verb="${verb}" permission`
  return [forbidden(fieldPath('status'), `changing status.allocation or status.reservedFor ${needs}: ${refusal}`)]
}

async function deviceErrors(access: Access, status: Status, before: Status): Promise<readonly FieldError[]> {
  const { user, verb } = access.request
  const isOnNode = isAssociated(user, nodeOf(status.allocation))
  const verbs = [...(isOnNode ? [`associated-node:${verb}`] : []), `arbitrary-node:${verb}`]
  const errors: FieldError[] = []
  for (const driver of changedDrivers(status.devices ?? [], before.devices ?? [])) {
    const refusal = await driverRefusal(access, verbs, driver)
    if (refusal === undefined) continue
    const needs = `requires resource="resourceclaims/driver", verb="[${verbs.join(' ')}]" permission`
    errors.push(forbidden(fieldPath('status', 'devices'), `changing status.devices ${needs}: ${refusal}`))
  }
  return errors
}

/** One of the verbs is enough; the refusal of the first one is told. */
async function driverRefusal(access: Access, verbs: readonly string[], name: string): Promise<string | undefined> {
  let first: string | undefined
  for (const verb of verbs) {
    const { namespace } = access.request
    const refusal = await refusalOf(access, { verb, subresource: 'driver', namespace, name })
    if (refusal === undefined) return undefined
    first ??= refusal
  }
  return first
}

type Synthetic = Pick<AuthorizationAttributes, 'verb' | 'subresource' | 'namespace' | 'name'>

/** Why not; `undefined` for what is allowed. */
async function refusalOf({ authorizer, context, request }: Access, asked: Synthetic): Promise<string | undefined> {
  const attributes = { ...request, ...asked }
  const { decision, reason, error } = await authorizer.authorize(attributes, context)
  if (decision === 'allow') return undefined
  const problem = error === undefined ? '' : messageOf(error)
  return forbiddenError(attributes, [problem, reason].filter((text) => text !== '').join(': ')).message
}

/** The drivers whose reports are new, changed or gone, sorted. */
function changedDrivers(devices: readonly AllocatedDeviceStatus[], before: readonly AllocatedDeviceStatus[]): string[] {
  const gone = new Map(before.map((device) => [deviceKey(device), device]))
  const drivers = new Set<string>()
  for (const device of devices) {
    const old = gone.get(deviceKey(device))
    gone.delete(deviceKey(device))
    if (old === undefined || !isSameReport(device, old)) drivers.add(device.driver ?? '')
  }
  for (const { driver } of gone.values()) drivers.add(driver ?? '')
  return [...drivers].sort()
}

function deviceKey({ driver, pool, device, shareID }: AllocatedDeviceStatus): string {
  return JSON.stringify([driver ?? '', pool ?? '', device ?? '', shareID ?? ''])
}

function isSameReport(a: AllocatedDeviceStatus, b: AllocatedDeviceStatus): boolean {
  return deepEqual(ResourceClaim.descriptor, { status: { devices: [a] } }, { status: { devices: [b] } })
}

/** The only node of an allocation; `''` where there are several or none. */
function nodeOf(allocation: AllocationResult | null | undefined): string {
  const terms = allocation?.nodeSelector?.nodeSelectorTerms ?? []
  const [{ matchExpressions = [], matchFields = [] } = {}] = terms
  const [field] = matchFields ?? []
  const isOne = terms.length === 1 && (matchExpressions ?? []).length === 0 && (matchFields ?? []).length === 1
  if (!isOne || field?.key !== 'metadata.name' || field.operator !== 'In') return ''
  const values = field.values ?? []
  return values.length === 1 ? (values[0] ?? '') : ''
}

/** Whether a user is a service account whose token is bound to the node. */
function isAssociated({ name, extra }: RequestUser, node: string): boolean {
  if (node === '' || splitServiceAccountName(name) === undefined) return false
  const nodes = extra['authentication.kubernetes.io/node-name'] ?? []
  return nodes.length === 1 && nodes[0] === node && nameIsDNSSubdomain(node, false).length === 0
}
