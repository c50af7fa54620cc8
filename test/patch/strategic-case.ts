/** One case of a strategic merge patch of the type of merge-item.ts, and what Go's library makes of it. */
export interface StrategicCase {
  readonly name: string
  readonly documents: readonly string[]
  readonly overwrite?: boolean
  readonly want: { readonly out: string } | { readonly error: string }
}
