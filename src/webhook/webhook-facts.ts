import type { KindClass } from '../runtime/objects/typed-object.js'
import type { Scheme } from '../runtime/scheme/scheme.js'

/** A kind that an admission handler takes, and the operations that it has functions for. */
export interface HandledKind {
  readonly type: KindClass
  readonly operations: readonly ('CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT')[]
}

/** The use of a handler of admission reviews. */
export interface AdmissionFacts {
  readonly type: 'mutating' | 'validating'
  /** Undefined for a function for all kinds. */
  readonly kinds: readonly HandledKind[] | undefined
}

/** The use of a handler of conversion reviews. */
export interface ConversionFacts {
  readonly type: 'conversion'
  /** What it converts between. */
  readonly scheme: Scheme
}

/** What a handler is for, so that tools can derive its configuration. */
export type WebhookFacts = AdmissionFacts | ConversionFacts
