import type { FieldError } from '../../../validation/field-error.js'
import type { PodSpec, Volume } from '../v1/types.gen.js'
import type { PodValidationOptions } from './pod-options.js'

/** The shared state of the rules of pods: they add their errors to one list, in the order of the checks. */
export interface PodCheck {
  readonly errors: FieldError[]
  readonly options: PodValidationOptions
}

/** A {@link PodCheck} of the containers of a specification. */
export interface ContainerCheck extends PodCheck {
  readonly spec: PodSpec
  /** The valid volumes, by name. */
  readonly volumes: ReadonlyMap<string, Volume>
  /** Names of `spec.resourceClaims`. */
  readonly claimNames: ReadonlySet<string>
}
