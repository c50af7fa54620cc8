import { type FieldError, forbidden, invalid, notSupported, required } from './field-error.js'
import { validateFieldManager } from './field-manager.js'
import { type FieldPath, fieldPath } from './field-path.js'

/** Options of requests that create or update, as JSON. */
export interface WriteOptionsFields {
  readonly fieldManager?: string | undefined
  readonly dryRun?: readonly string[] | null | undefined
  readonly fieldValidation?: string | undefined
}

/** Options of requests that patch, as JSON. */
export interface PatchOptionsFields extends WriteOptionsFields {
  readonly force?: boolean | null | undefined
}

/** Options of requests that delete, as JSON. */
export interface DeleteOptionsFields {
  readonly gracePeriodSeconds?: number | bigint | null | undefined
  readonly preconditions?: object | null | undefined
  readonly orphanDependents?: boolean | null | undefined
  readonly propagationPolicy?: string | null | undefined
  readonly dryRun?: readonly string[] | null | undefined
  readonly ignoreStoreReadErrorWithClusterBreakingPotential?: boolean | null | undefined
}

const applyPatchTypes: readonly string[] = ['application/apply-patch+yaml', 'application/apply-patch+cbor']

/** Checks the options of a request that creates. */
export function validateCreateOptions(options: WriteOptionsFields): FieldError[] {
  return [
    ...validateFieldManager(options.fieldManager ?? '', fieldPath('fieldManager')),
    ...validateDryRun(fieldPath('dryRun'), options.dryRun),
    ...validateFieldValidation(fieldPath('fieldValidation'), options.fieldValidation ?? ''),
  ]
}

/** Checks the options of a request that updates. */
export function validateUpdateOptions(options: WriteOptionsFields): FieldError[] {
  return validateCreateOptions(options)
}

/**
 * Checks the options of a request that patches.
 *
 * @param patchType - the media type of the patch.
 */
export function validatePatchOptions(options: PatchOptionsFields, patchType: string): FieldError[] {
  const errors: FieldError[] = []
  if (applyPatchTypes.includes(patchType)) {
    if ((options.fieldManager ?? '') === '') {
      errors.push(required(fieldPath('fieldManager'), 'is required for apply patch'))
    }
  } else if (isSet(options.force)) {
    errors.push(forbidden(fieldPath('force'), 'may not be specified for non-apply patch'))
  }
  return [...errors, ...validateCreateOptions(options)]
}

/** Checks the options of a request that deletes. */
export function validateDeleteOptions(options: DeleteOptionsFields): FieldError[] {
  const path = fieldPath('ignoreStoreReadErrorWithClusterBreakingPotential')
  return [
    ...validatePropagation(options),
    ...validateDryRun(fieldPath('dryRun'), options.dryRun),
    ...validateIgnoreStoreReadError(path, options),
  ]
}

function validatePropagation(options: DeleteOptionsFields): FieldError[] {
  const { propagationPolicy, orphanDependents } = options
  if (!isSet(propagationPolicy)) return []
  const errors: FieldError[] = []
  const path = fieldPath('propagationPolicy')
  if (isSet(orphanDependents)) {
    const detail = 'orphanDependents and deletionPropagation cannot be both set'
    errors.push(invalid(path, propagationPolicy, detail).withJSONText())
  }
  const policies = ['Foreground', 'Background', 'Orphan']
  if (!policies.includes(propagationPolicy)) {
    errors.push(notSupported(path, propagationPolicy, [...policies, 'nil']).withJSONText())
  }
  return errors
}

/** Checks the option that deletes unreadable objects, which excludes all other options. */
export function validateIgnoreStoreReadError(path: FieldPath, options: DeleteOptionsFields): FieldError[] {
  if (options.ignoreStoreReadErrorWithClusterBreakingPotential !== true) return []
  const others = ['propagationPolicy', 'orphanDependents', 'gracePeriodSeconds', 'preconditions'] as const
  return others
    .filter((other) => isSet(options[other]))
    .map((other) => invalid(path, true, `cannot be set together with .${other}`))
}

/** Checks the values of `dryRun`: only `All` is known. */
export function validateDryRun(path: FieldPath, dryRun: readonly string[] | null | undefined): FieldError[] {
  const values = dryRun ?? []
  return values.every((value) => value === 'All') ? [] : [notSupported(path, values, ['All'])]
}

/** Checks the value of `fieldValidation`. */
export function validateFieldValidation(path: FieldPath, fieldValidation: string): FieldError[] {
  const known = ['', 'Ignore', 'Strict', 'Warn']
  return known.includes(fieldValidation) ? [] : [notSupported(path, fieldValidation, known)]
}

/** Checks the options of a request for a table. */
export function validateTableOptions(options: { readonly includeObject?: string | undefined }): FieldError[] {
  const { includeObject = '' } = options
  if (['', 'None', 'Metadata', 'Object'].includes(includeObject)) return []
  const detail = "must be 'Metadata', 'Object', 'None', or empty"
  return [invalid(fieldPath('includeObject'), includeObject, detail).withJSONText()]
}

function isSet<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined
}
