import { newInvalid } from 'apimachinery/errors'
import type { PatchOptions } from 'apimachinery/meta/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import { fieldPath, invalid } from 'apimachinery/validation'
import type { Encodable } from '../registry/encodable.js'
import type { AuthorizedRequest } from '../request/http.js'
import { addStrictDecodingWarnings, fieldValidationOf } from './field-validation.js'
import type { ResourceScope } from './resource-scope.js'

/** A request that patches. */
export interface PatchRequest {
  readonly scope: ResourceScope
  readonly request: AuthorizedRequest
  readonly bytes: Uint8Array
  readonly options: PatchOptions
  /** In the path. */
  readonly name: string
}

/**
 * One type of patch. The objects that it returns are in the in-memory form, with managed fields, and belong to the caller.
 */
export interface Patcher {
  /** The object that replaces a stored one. */
  change(patch: PatchRequest, current: Encodable): Promise<KubernetesObject>
  /** The object where none is stored. */
  create(patch: PatchRequest): Promise<KubernetesObject>
}

/** Refuses a patch whose outcome cannot be read. `value`: the outcome, or the patch, as text. */
export function invalidPatch(value: string, message: string): Error {
  return newInvalid({ group: '', kind: '' }, '', [invalid(fieldPath('patch'), value, message)])
}

/** Warns of what strict reading found, or refuses it. */
export function reportFindings(
  { request, options }: PatchRequest,
  findings: readonly string[],
  value: () => string,
): void {
  if (findings.length === 0) return
  switch (fieldValidationOf(options)) {
    case 'Warn':
      addStrictDecodingWarnings(request.warnings, findings)
      return
    case 'Strict':
      throw invalidPatch(value(), `strict decoding error: ${findings.join(', ')}`)
  }
}
