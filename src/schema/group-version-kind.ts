/**
 * A group, a version and a kind, such as `apps/v1, Kind=Deployment`.
 *
 * `T` is the TypeScript type of the objects of this kind; it exists for the compiler only.
 */
export class GroupVersionKind<T = unknown> {
  /** Carries `T` for the compiler; never present at run time. */
  declare readonly objectType?: T
  readonly group: string
  readonly version: string
  readonly kind: string

  constructor(group: string, version: string, kind: string) {
    this.group = group
    this.version = version
    this.kind = kind
  }
}
