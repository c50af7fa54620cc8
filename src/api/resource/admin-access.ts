import { type FieldError, forbidden } from '../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../validation/field-path.js'
import type { StrategyContext } from '../strategies/kind-strategy.js'
import { structsOf } from '../validation/go-values.js'
import type { ResourceClaim, ResourceClaimSpec } from './v1/types.gen.js'

const label = 'resource.kubernetes.io/admin-access'
const detail = `admin access to devices requires the \`${label}: true\` label on the containing namespace`

/** Where the labels of the namespace are known, admin access needs one of them. */
function isRefused({ namespaceLabels }: StrategyContext): boolean {
  return namespaceLabels !== undefined && namespaceLabels[label] !== 'true'
}

/** Checks that a claim with admin access is made in a namespace for it. */
export function adminAccessErrors(spec: ResourceClaimSpec | null | undefined, context: StrategyContext): FieldError[] {
  if (!isRefused(context)) return []
  // Upstream leaves out the part of the path between the request and the field.
  const path = fieldPath('spec', 'devices', 'requests')
  const requests = structsOf(spec?.devices?.requests)
  const first = requests.findIndex(({ exactly }) => exactly?.adminAccess === true)
  return first < 0 ? [] : [forbidden(path.index(first).child('adminAccess'), detail)]
}

/** Checks that what was allocated with admin access is in a namespace for it. */
export function allocatedAdminAccessErrors(
  claim: ResourceClaim,
  old: ResourceClaim,
  context: StrategyContext,
): FieldError[] {
  if (!isRefused(context) || hasAdminAccess(old)) return []
  const path: FieldPath = fieldPath('status', 'allocation', 'devices', 'results')
  const results = structsOf(claim.status?.allocation?.devices?.results)
  const first = results.findIndex(({ adminAccess }) => adminAccess === true)
  return first < 0 ? [] : [forbidden(path.index(first).child('adminAccess'), detail)]
}

function hasAdminAccess(claim: ResourceClaim): boolean {
  return structsOf(claim.status?.allocation?.devices?.results).some(({ adminAccess }) => adminAccess === true)
}
