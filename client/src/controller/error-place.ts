import type { ReconcileFailure } from './controller.js'

/** Where something failed in a manager. */
export type ErrorPlace =
  | ({ readonly part: 'reconcile' } & ReconcileFailure)
  /** A promise that a reconciler did not await was rejected. */
  | ({ readonly part: 'unawaited' } & Omit<ReconcileFailure, 'terminal'>)
  | { readonly part: 'source'; readonly controller: string }
  | { readonly part: 'cache'; readonly resource: string; readonly cluster: string }
  | { readonly part: 'election' | 'webhook' | 'events' }
