/** What one expression of a validating policy led to, for metrics. */
export interface PolicyObservation {
  readonly policy: string
  readonly binding: string
  readonly errorType: 'compile_error' | 'invalid_error' | 'out_of_budget' | 'no_error'
  readonly action: 'allow' | 'deny' | 'audit' | 'warn'
  readonly seconds: number
}

/** Told of expressions that denied a request, or could not be evaluated. */
export type PolicyObserver = (observation: PolicyObservation) => void

/** What one mutation of a mutating policy led to, for metrics. */
export interface MutationObservation {
  readonly policy: string
  readonly binding: string
  readonly errorType: PolicyObservation['errorType']
  readonly seconds: number
}

/** Told of each mutation. */
export type MutationObserver = (observation: MutationObservation) => void
