/** The documents of a three-way patch; what is left out is empty. */
export interface ThreeWayDocuments<T = object> {
  /** What was asked for last time. */
  readonly original?: T | undefined
  /** What is asked for now. */
  readonly modified?: T | undefined
  /** What there is. */
  readonly current?: T | undefined
}
