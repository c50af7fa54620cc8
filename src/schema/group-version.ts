/** A group and a version, such as `apps/v1`; the core group is the empty string. */
export class GroupVersion {
  readonly group: string
  readonly version: string

  constructor(group: string, version: string) {
    this.group = group
    this.version = version
  }
}
