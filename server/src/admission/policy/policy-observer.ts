/** The outcome of one expression of a validating policy, for metrics. */
export interface PolicyObservation {
  readonly policy: string
  readonly binding: string
  readonly errorType: 'compile_error' | 'invalid_error' | 'out_of_budget' | 'no_error'
  readonly action: 'allow' | 'deny' | 'audit' | 'warn'
  readonly seconds: number
}

/** Called for expressions that denied a request, or could not be evaluated. */
export type PolicyObserver = (observation: PolicyObservation) => void

/** The outcome of one mutation of a mutating policy, for metrics. */
export interface MutationObservation {
  readonly policy: string
  readonly binding: string
  readonly errorType: PolicyObservation['errorType']
  readonly seconds: number
}

/** Called for each mutation. */
export type MutationObserver = (observation: MutationObservation) => void
