import type { LeaseRecord } from './lease-table.js'
import type { Revision, Snapshot } from './mvcc-state.js'

/** A change that must be on disk before it is visible. */
export type Change =
  | { readonly type: 'revision'; readonly snapshot: Snapshot }
  | { readonly type: 'lease-granted'; readonly lease: LeaseRecord }
  | { readonly type: 'lease-ended'; readonly id: string }
  /** Nothing before `oldest` is read again. `gone` are the revisions that were kept until now. */
  | { readonly type: 'compacted'; readonly oldest: Revision; readonly gone: readonly Revision[] }
  /** Nothing to write: who waits for it waits for what comes before. */
  | { readonly type: 'barrier' }

/** Makes changes durable, all of a call or none, in their order. */
export interface Journal {
  write(changes: readonly Change[]): Promise<void>
}
