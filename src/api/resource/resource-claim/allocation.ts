import type { FieldError } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateNodeSelector } from '../../core/scheduling/node-selector.js'
import { validateCSIDriverName } from '../../core/volume/csi-driver-name.js'
import { validateDNS1123Label } from '../../validation/field-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { requiredEnumErrors } from '../../validation/named-text.js'
import { configMaxSize, requestsMaxSize, validateRequestRefs } from '../device/device-claim.js'
import { validateDeviceConfiguration } from '../device/device-configuration.js'
import { type RequestNames, validateRequestNameRef } from '../device/request-names.js'
import { validateList } from '../limited-lists.js'
import { validatePoolName, validateUID } from '../names.js'
import type { AllocationResult, DeviceAllocationConfiguration, DeviceRequestAllocationResult } from '../v1/types.gen.js'
import { validateBindingConditions } from './binding-conditions.js'

const sources = ['FromClaim', 'FromClass']

/** Checks what was allocated for a claim. */
export function validateAllocation(allocation: AllocationResult, names: RequestNames, path: FieldPath): FieldError[] {
  const { devices, nodeSelector } = allocation
  const at = path.child('devices')
  return [
    ...validateList(
      structsOf(devices?.results),
      { limit: requestsMaxSize, rule: (result, each) => resultErrors(result, names, each) },
      at.child('results'),
    ),
    ...validateList(
      structsOf(devices?.config),
      // Of the class and of the claim.
      { limit: 2 * configMaxSize, rule: (config, each) => configErrors(config, names, each) },
      at.child('config'),
    ),
    ...(isSet(nodeSelector)
      ? validateNodeSelector(nodeSelector, path.child('nodeSelector'), { allowInvalidLabelValue: false })
      : []),
  ]
}

function resultErrors(result: DeviceRequestAllocationResult, names: RequestNames, path: FieldPath): FieldError[] {
  return [
    ...validateRequestNameRef(result.request ?? '', names, path.child('request')),
    ...validateCSIDriverName(result.driver, path.child('driver')),
    ...validatePoolName(result.pool, path.child('pool')),
    ...validateDNS1123Label(result.device ?? '', path.child('device')),
    ...validateBindingConditions(result, path),
    ...(isSet(result.shareID) ? validateUID(result.shareID, path.child('shareID')) : []),
  ]
}

function configErrors(config: DeviceAllocationConfiguration, names: RequestNames, path: FieldPath): FieldError[] {
  return [
    ...requiredEnumErrors(config.source ?? '', sources, path.child('source')),
    ...validateRequestRefs(config.requests, names, path.child('requests')),
    ...validateDeviceConfiguration(config, false, path),
  ]
}
