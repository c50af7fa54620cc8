import { utf8Length } from '../../../internal/utf8-length.js'
import { stringifyJSON } from '../../../json/stringify-json.js'
import { isValidInterfaceAddress } from '../../../validation/cidr-rules.js'
import { type FieldError, forbidden, invalid, required, tooLong, tooMany } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { validateCSIDriverName } from '../../core/volume/csi-driver-name.js'
import { validateConditions } from '../../validation/conditions.js'
import { validateDNS1123Label } from '../../validation/field-rules.js'
import { isSet, structsOf, textsOf } from '../../validation/go-values.js'
import { invalidInternal } from '../../validation/internal-text.js'
import { equalWithRawTexts } from '../../validation/raw-texts.js'
import { validateRawObject } from '../device/device-configuration.js'
import { requestNamesOf } from '../device/request-names.js'
import { validateSet } from '../limited-lists.js'
import { validatePoolName, validateUID } from '../names.js'
import { allocationResultDescriptor } from '../v1/descriptors.gen.js'
import type {
  AllocatedDeviceStatus,
  NetworkDeviceData,
  ResourceClaim,
  ResourceClaimConsumerReference,
} from '../v1/types.gen.js'
import { validateAllocation } from './allocation.js'

const maxReservedFor = 256
const maxDeviceConditions = 8
const maxIPs = 16
const maxInterfaceName = 256
const maxHardwareAddress = 128

/** The identity of a device, or of a share of it. */
export function sharedDeviceID(device: {
  readonly driver?: string
  readonly pool?: string
  readonly device?: string
  readonly shareID?: string | undefined
}): string {
  const driver = device.driver ?? ''
  const pool = device.pool ?? ''
  const name = device.device ?? ''
  const { shareID } = device
  return stringifyJSON({ Driver: driver, Pool: pool, Device: name, ShareID: shareID ?? '' }, { keys: 'kept' })
}

/** Checks the status of a claim; an allocation that is there already stays the same. */
export function validateClaimStatusUpdate(claim: ResourceClaim, old: ResourceClaim, path: FieldPath): FieldError[] {
  const { allocation, reservedFor, devices } = claim.status ?? {}
  const allocated = new Set(structsOf(allocation?.devices?.results).map(sharedDeviceID))
  const rule = (device: AllocatedDeviceStatus, at: FieldPath) => deviceStatusErrors(device, allocated, at)
  return [
    ...validateSet(
      structsOf(reservedFor),
      { limit: maxReservedFor, rule: consumerErrors, key: ({ uid }) => uid ?? '' },
      path.child('reservedFor'),
    ),
    ...validateSet(structsOf(devices), { rule, key: sharedDeviceID, keyIsText: true }, path.child('devices')),
    ...reservationErrors(claim, old, path.child('reservedFor')),
    ...allocationErrors(claim, old, path.child('allocation')),
  ]
}

function consumerErrors(consumer: ResourceClaimConsumerReference, path: FieldPath): FieldError[] {
  const members = ['resource', 'name', 'uid'] as const
  return members.filter((name) => !consumer[name]).map((name) => required(path.child(name), ''))
}

function reservationErrors(claim: ResourceClaim, old: ResourceClaim, path: FieldPath): FieldError[] {
  const reserved = structsOf(claim.status?.reservedFor)
  if (reserved.length === 0) return []
  if (!isSet(claim.status?.allocation)) return [forbidden(path, 'may not be specified when `allocated` is not set')]
  if (!isSet(claim.metadata?.deletionTimestamp)) return []
  const keyOf = ({ apiGroup, resource, name, uid }: ResourceClaimConsumerReference) =>
    JSON.stringify([apiGroup ?? '', resource, name, uid].map((text) => text ?? ''))
  const before = new Set(structsOf(old.status?.reservedFor).map(keyOf))
  if (reserved.every((consumer) => before.has(keyOf(consumer)))) return []
  const detail = 'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set'
  return [forbidden(path, detail)]
}

function allocationErrors(claim: ResourceClaim, old: ResourceClaim, path: FieldPath): FieldError[] {
  const allocation = claim.status?.allocation
  const before = old.status?.allocation
  if (!isSet(allocation)) return []
  if (!isSet(before)) return validateAllocation(allocation, requestNamesOf(claim.spec?.devices), path)
  const type = allocationResultDescriptor
  if (equalWithRawTexts(type, allocation, before)) return []
  return [invalidInternal(path, { type, value: allocation }, fieldImmutableErrorMsg).withOrigin('update')]
}

function deviceStatusErrors(
  device: AllocatedDeviceStatus,
  allocated: ReadonlySet<string>,
  path: FieldPath,
): FieldError[] {
  const { conditions, data, networkData, shareID } = device
  const errors = [
    ...validateCSIDriverName(device.driver, path.child('driver')),
    ...validatePoolName(device.pool, path.child('pool')),
    ...validateDNS1123Label(device.device ?? '', path.child('device')),
    ...(isSet(shareID) ? validateUID(shareID, path.child('shareID')) : []),
  ]
  const id = sharedDeviceID(device)
  if (!allocated.has(id)) {
    errors.push(invalid(path, id, 'must be an allocated device in the claim').with({ valueText: id }))
  }
  const count = structsOf(conditions).length
  if (count > maxDeviceConditions) errors.push(tooMany(path.child('conditions'), count, maxDeviceConditions))
  errors.push(...validateConditions(conditions, path.child('conditions')))
  if (isSet(data)) errors.push(...validateRawObject(data, false, path.child('data')))
  return [...errors, ...networkErrors(networkData, path.child('networkData'))]
}

function networkErrors(data: NetworkDeviceData | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(data)) return []
  const { ips } = data
  const [interfaceName, hardwareAddress] = [data.interfaceName ?? '', data.hardwareAddress ?? '']
  const errors: FieldError[] = []
  if (utf8Length(interfaceName) > maxInterfaceName) errors.push(tooLong(path.child('interfaceName'), maxInterfaceName))
  if (utf8Length(hardwareAddress) > maxHardwareAddress) {
    errors.push(tooLong(path.child('hardwareAddress'), maxHardwareAddress))
  }
  const rule = (address: string, at: FieldPath) => isValidInterfaceAddress(at, address)
  return [...errors, ...validateSet(textsOf(ips), { limit: maxIPs, rule, key: (ip) => ip }, path.child('ips'))]
}
