import type { FieldError } from '../../validation/field-error.js'
import type { KubernetesObject } from '../objects/typed-object.js'

export type { FieldError }

/** Input of a validation besides the object. */
export interface ValidationRequest {
  /** Subresource being written, if any. */
  readonly subresources?: readonly string[]
  /** Named switches, such as feature gates. */
  readonly options?: Readonly<Record<string, boolean>>
}

/** The write that is being validated. */
export interface ValidationOperation extends ValidationRequest {
  readonly type: 'Create' | 'Update'
}

/** Returns the errors of an object; `old` is the object that it replaces, in an update. */
export type ValidationFunction<T extends KubernetesObject> = (
  operation: ValidationOperation,
  object: T,
  old: T | undefined,
) => readonly FieldError[]
