/** The documents of a three-way patch; an absent one is empty. */
export interface ThreeWayDocuments<T = object> {
  /** The configuration that was applied last time. */
  readonly original?: T | undefined
  /** The configuration to apply now. */
  readonly modified?: T | undefined
  /** The current state. */
  readonly current?: T | undefined
}
