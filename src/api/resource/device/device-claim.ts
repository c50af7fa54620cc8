import { type FieldError, invalid, notSupported, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateDNS1123Label } from '../../validation/field-rules.js'
import { isSet, structsOf, textsOf } from '../../validation/go-values.js'
import { validateList, validateSet } from '../limited-lists.js'
import { validateDeviceClassName, validateFullyQualifiedName } from '../names.js'
import type {
  DeviceClaim,
  DeviceConstraint,
  DeviceRequest,
  DeviceSubRequest,
  ExactDeviceRequest,
} from '../v1/types.gen.js'
import { validateDeviceConfiguration } from './device-configuration.js'
import { validateDeviceSelectors } from './device-selectors.js'
import { type RequestNames, requestNamesOf, validateRequestNameRef } from './request-names.js'
import { validateDeviceToleration } from './taints.js'

/** Most requests of a claim, and most devices that answer it. */
export const requestsMaxSize = 32
/** Most configurations of a claim or a class. */
export const configMaxSize = 32
const constraintsMaxSize = 32
const firstAvailableMaxSize = 8

/** Checks a device claim. */
export function validateDeviceClaim(claim: DeviceClaim | null | undefined, path: FieldPath): FieldError[] {
  const names = requestNamesOf(claim)
  return [
    ...validateSet(
      structsOf(claim?.requests),
      { limit: requestsMaxSize, rule: requestErrors, key: ({ name }) => name ?? '' },
      path.child('requests'),
    ),
    ...validateList(
      structsOf(claim?.constraints),
      { limit: constraintsMaxSize, rule: (constraint, at) => constraintErrors(constraint, names, at) },
      path.child('constraints'),
    ),
    ...validateList(
      structsOf(claim?.config),
      {
        limit: configMaxSize,
        rule: (config, at) => [
          ...validateRequestRefs(config.requests, names, at.child('requests')),
          ...validateDeviceConfiguration(config, false, at),
        ],
      },
      path.child('config'),
    ),
  ]
}

/** Checks references to requests of the claim, each once. */
export function validateRequestRefs(
  requests: readonly string[] | null | undefined,
  names: RequestNames,
  path: FieldPath,
): FieldError[] {
  const rule = (name: string, at: FieldPath) => validateRequestNameRef(name, names, at)
  return validateSet(textsOf(requests), { limit: requestsMaxSize, rule, key: (name) => name }, path)
}

function requestErrors(request: DeviceRequest, path: FieldPath): FieldError[] {
  const errors = validateDNS1123Label(request.name ?? '', path.child('name'))
  const { exactly } = request
  const firstAvailable = structsOf(request.firstAvailable)
  const detail = 'exactly one of `exactly` or `firstAvailable` is required'
  if (firstAvailable.length === 0 && !isSet(exactly)) return [...errors, required(path, detail)]
  if (firstAvailable.length > 0 && isSet(exactly)) {
    return [...errors, invalid(path, null, `${detail}, but multiple fields are set`)]
  }
  if (isSet(exactly)) return [...errors, ...wantedErrors(exactly, path.child('exactly'))]
  const rule = (request: DeviceSubRequest, at: FieldPath) => [
    ...validateDNS1123Label(request.name ?? '', at.child('name')),
    ...wantedErrors(request, at),
  ]
  const rules = { limit: firstAvailableMaxSize, rule, key: ({ name }: DeviceSubRequest) => name ?? '' }
  return [...errors, ...validateSet(firstAvailable, rules, path.child('firstAvailable'))]
}

function wantedErrors(wanted: ExactDeviceRequest | DeviceSubRequest, path: FieldPath): FieldError[] {
  return [
    ...validateDeviceClassName(wanted.deviceClassName, path.child('deviceClassName')),
    ...validateDeviceSelectors(wanted.selectors, path.child('selectors')),
    ...countErrors(wanted.allocationMode ?? '', wanted.count ?? 0, path),
    ...validateList(structsOf(wanted.tolerations), { rule: validateDeviceToleration }, path.child('tolerations')),
  ]
}

function countErrors(mode: string, count: number, path: FieldPath): FieldError[] {
  const countPath = path.child('count')
  switch (mode) {
    case 'All':
      return count === 0 ? [] : [invalid(countPath, count, "must not be specified when allocationMode is 'All'")]
    case 'ExactCount':
      return count > 0 ? [] : [invalid(countPath, count, 'must be greater than zero')]
    default:
      return [notSupported(path.child('allocationMode'), mode, ['All', 'ExactCount']).withJSONText()]
  }
}

function constraintErrors(constraint: DeviceConstraint, names: RequestNames, path: FieldPath): FieldError[] {
  const { matchAttribute, distinctAttribute } = constraint
  const errors = validateRequestRefs(constraint.requests, names, path.child('requests'))
  if (isSet(matchAttribute)) {
    return [...errors, ...validateFullyQualifiedName(matchAttribute, path.child('matchAttribute'))]
  }
  if (isSet(distinctAttribute)) {
    return [...errors, ...validateFullyQualifiedName(distinctAttribute, path.child('distinctAttribute'))]
  }
  // Upstream's message mentions multiple fields although none is set.
  const detail = 'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set'
  // Earlier releases have the second attribute behind a gate that is off.
  return [...errors, required(path, detail).since(36, required(path.child('matchAttribute'), ''))]
}
