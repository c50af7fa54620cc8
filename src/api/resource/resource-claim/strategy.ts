import { resetObjectMetaForStatus } from '../../../meta/object-meta.js'
import { resourceDeclared } from '../../declared/resource.gen.js'
import { keepField } from '../../strategies/kept-fields.js'
import type { KindStrategy, UpdateHooks } from '../../strategies/kind-strategy.js'
import { structsOf } from '../../validation/go-values.js'
import { adminAccessErrors, allocatedAdminAccessErrors } from '../admin-access.js'
import { hubField } from '../hub-field.js'
import { resetInVersions } from '../reset-fields.js'
import { ResourceClaim } from '../v1/types.gen.js'
import { dropDisabledClaimFields } from './claim-features.js'
import { sharedDeviceID } from './claim-status.js'
import { dropDisabledStatusFields, dropSkippedOperations } from './claim-status-features.js'
import { validateResourceClaim, validateResourceClaimStatusUpdate, validateResourceClaimUpdate } from './validation.js'

const versions = ['v1alpha3', 'v1beta1', 'v1beta2', 'v1']

/** Status of devices is removed when they are deallocated. */
function dropDeallocatedDevices(claim: ResourceClaim, old: ResourceClaim): void {
  const { status } = claim
  if (!status?.devices) return
  const given = new Set(structsOf(status.allocation?.devices?.results).map(sharedDeviceID))
  const before = structsOf(old.status?.allocation?.devices?.results).map(sharedDeviceID)
  const gone = new Set(before.filter((id) => !given.has(id)))
  status.devices = structsOf(status.devices).filter((device) => !gone.has(sharedDeviceID(device)))
  if (status.devices.length === 0) delete status.devices
}

const status: UpdateHooks<ResourceClaim> = {
  prepareForUpdate(claim, old, context) {
    keepField(claim, old, 'spec')
    resetObjectMetaForStatus(claim, old)
    dropDisabledStatusFields(claim, old, context)
    dropDeallocatedDevices(claim, old)
    dropSkippedOperations(claim, old, context)
  },
  validateUpdate: (claim, old, context) => [
    ...allocatedAdminAccessErrors(claim, old, context),
    ...validateResourceClaimStatusUpdate(claim, old),
  ],
  resetFields: resetInVersions(versions, 'metadata', 'spec'),
}

/** How a ResourceClaim behaves in a registry. */
export const resourceClaimStrategy: KindStrategy<ResourceClaim> = {
  type: ResourceClaim,
  declared: { rules: resourceDeclared, hubField },
  prepareForCreate(claim, context) {
    claim.status = {}
    dropDisabledClaimFields(claim.spec, undefined, context)
  },
  prepareForUpdate(claim, old, context) {
    keepField(claim, old, 'status')
    dropDisabledClaimFields(claim.spec, old.spec, context)
  },
  validate: (claim, context) => [...adminAccessErrors(claim.spec, context), ...validateResourceClaim(claim)],
  validateUpdate: validateResourceClaimUpdate,
  resetFields: resetInVersions(versions, 'status'),
  subresources: { status },
}
