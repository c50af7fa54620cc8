import { deepEqual } from '../../../descriptor/deep-equal.js'
import { utf8Length } from '../../../internal/utf8-length.js'
import { type FieldError, invalid, required, tooLong, tooMany } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { maxError, minError } from '../../../validation/messages.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { stringFormats } from '../../../validation/string-formats.js'
import { validateStatusConditions } from '../../validation/conditions.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { invalidInternal } from '../../validation/internal-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import {
  resourcePoolStatusRequestSpecDescriptor,
  resourcePoolStatusRequestStatusDescriptor,
} from '../v1alpha3/descriptors.gen.js'
import type {
  PoolStatus,
  ResourcePoolStatusRequest,
  ResourcePoolStatusRequestSpec,
  ResourcePoolStatusRequestStatus,
} from '../v1alpha3/types.gen.js'

const maxLimit = 1000
const maxPools = 1000
const maxConditions = 10
const maxValidationError = 256
const driverFormat = 'k8s-long-name-caseless'
const poolFormat = 'k8s-resource-pool-name'

/** Checks a new ResourcePoolStatusRequest. Upstream has these rules as tags. */
export function validateResourcePoolStatusRequest(request: ResourcePoolStatusRequest): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  return [
    ...validateObjectMeta(request.metadata, rules, fieldPath('metadata')),
    ...specErrors(request.spec, fieldPath('spec')),
  ]
}

/** Checks a changed ResourcePoolStatusRequest: its spec stays the same. */
export function validateResourcePoolStatusRequestUpdate(
  request: ResourcePoolStatusRequest,
  old: ResourcePoolStatusRequest,
): readonly FieldError[] {
  const errors = validateObjectMetaUpdate(request.metadata, old.metadata, fieldPath('metadata'))
  const type = resourcePoolStatusRequestSpecDescriptor
  if (deepEqual(type, request.spec ?? {}, old.spec ?? {})) return errors
  return [...errors, invalid(fieldPath('spec'), null, fieldImmutableErrorMsg).withOrigin('immutable')]
}

/** Checks a ResourcePoolStatusRequest whose status has changed: it is given once. */
export function validateResourcePoolStatusRequestStatusUpdate(
  request: ResourcePoolStatusRequest,
  old: ResourcePoolStatusRequest,
): readonly FieldError[] {
  const path = fieldPath('status')
  const type = resourcePoolStatusRequestStatusDescriptor
  const { status } = request
  const errors = validateObjectMetaUpdate(request.metadata, old.metadata, fieldPath('metadata'))
  const before = old.status ?? undefined
  if (before !== undefined) {
    if (isSet(status) && deepEqual(type, status, before)) return errors
    errors.push(invalidInternal(path, { type, value: status ?? null }, fieldImmutableErrorMsg))
  } else if (isSet(status)) errors.push(...validateStatusConditions(status.conditions))
  return isSet(status) ? [...errors, ...statusErrors(status, path)] : errors
}

function specErrors(spec: Partial<ResourcePoolStatusRequestSpec> | null | undefined, path: FieldPath): FieldError[] {
  const { driver, poolName, limit } = spec ?? {}
  const limitPath = path.child('limit')
  const errors = namedErrors(driver, driverFormat, path.child('driver'))
  if (isSet(poolName)) errors.push(...formatErrors(poolName, poolFormat, path.child('poolName')))
  if (isSet(limit) && limit < 1) errors.push(invalid(limitPath, limit, minError(1)).withOrigin('minimum'))
  if (isSet(limit) && limit > maxLimit) errors.push(invalid(limitPath, limit, maxError(maxLimit)).withOrigin('maximum'))
  return errors
}

function statusErrors(status: Partial<ResourcePoolStatusRequestStatus>, path: FieldPath): FieldError[] {
  const countPath = path.child('poolCount')
  const pools = structsOf(status.pools)
  const conditions = structsOf(status.conditions)
  const errors: FieldError[] = isSet(status.poolCount)
    ? minimum(status.poolCount, 0, countPath)
    : [required(countPath, '')]
  if (pools.length > maxPools) errors.push(tooMany(path.child('pools'), pools.length, maxPools).withOrigin('maxItems'))
  else errors.push(...pools.flatMap((pool, i) => poolErrors(pool, path.child('pools').index(i))))
  if (conditions.length > maxConditions) {
    errors.push(tooMany(path.child('conditions'), conditions.length, maxConditions).withOrigin('maxItems'))
  }
  return errors
}

function poolErrors(pool: PoolStatus, path: FieldPath): FieldError[] {
  const { nodeName, validationError } = pool
  const errors = [
    ...namedErrors(pool.driver, driverFormat, path.child('driver')),
    ...namedErrors(pool.poolName, poolFormat, path.child('poolName')),
    ...(pool.generation
      ? minimum(pool.generation, 0, path.child('generation'))
      : [required(path.child('generation'), '')]),
  ]
  if (isSet(pool.resourceSliceCount)) {
    errors.push(...minimum(pool.resourceSliceCount, 1, path.child('resourceSliceCount')))
  }
  const counts = ['totalDevices', 'allocatedDevices', 'availableDevices', 'unavailableDevices'] as const
  for (const name of counts) {
    const count = pool[name]
    if (isSet(count)) errors.push(...minimum(count, 0, path.child(name)))
  }
  if (isSet(nodeName)) errors.push(...formatErrors(nodeName, 'k8s-long-name', path.child('nodeName')))
  if (isSet(validationError) && utf8Length(validationError) > maxValidationError) {
    errors.push(tooLong(path.child('validationError'), maxValidationError).withOrigin('maxBytes'))
  }
  return errors
}

function minimum(value: number, least: number, path: FieldPath): FieldError[] {
  return value < least ? [invalid(path, value, minError(least)).withOrigin('minimum')] : []
}

function namedErrors(name: string | null | undefined, format: string, path: FieldPath): FieldError[] {
  return name ? formatErrors(name, format, path) : [required(path, '')]
}

function formatErrors(value: string, format: string, path: FieldPath): FieldError[] {
  return stringFormats.get(format)?.(path, value) ?? []
}
