import { isMachineryError } from '../../../errors/machinery-error.js'
import { parseGroupVersion } from '../../../schema/parse.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isPathSegmentName } from '../../../validation/format-rules.js'
import type { CrossVersionObjectReference } from '../v2/types.gen.js'

/** Settings of {@link validateCrossVersionObjectReference}. */
export interface ObjectReferenceOptions {
  /** The version may be one of the core group. */
  readonly allowEmptyGroup: boolean
  /** The version is not looked at. */
  readonly allowInvalidVersion: boolean
}

/** Checks a reference to an object of any group and version. */
export function validateCrossVersionObjectReference(
  reference: CrossVersionObjectReference | null | undefined,
  path: FieldPath,
  options: ObjectReferenceOptions,
): FieldError[] {
  const { kind, name, apiVersion } = reference ?? {}
  const problem = apiVersionProblem(apiVersion ?? '', options)
  return [
    ...segmentErrors(kind ?? '', path.child('kind'), ''),
    ...segmentErrors(name ?? '', path.child('name'), ''),
    ...(problem === undefined ? [] : [invalid(path.child('apiVersion'), apiVersion ?? '', problem)]),
  ]
}

/** Checks a required name that is used in a URL path. */
export function segmentErrors(name: string, path: FieldPath, missing: string): FieldError[] {
  if (name === '') return [required(path, missing)]
  return isPathSegmentName(name).map((problem) => invalid(path, name, problem))
}

/** The problem of the version of a reference; undefined if there is none. */
export function apiVersionProblem(apiVersion: string, options: ObjectReferenceOptions): string | undefined {
  if (options.allowInvalidVersion) return undefined
  try {
    const { group } = parseGroupVersion(apiVersion)
    return group === '' && !options.allowEmptyGroup ? 'apiVersion must specify API group' : undefined
  } catch (error) {
    if (isMachineryError(error)) return error.message
    throw error
  }
}
