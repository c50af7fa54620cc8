/**
 * The five names of the API machinery. They live in one file because each of them is made from, and taken apart into,
 * the others.
 */

/** The text of `apiVersion`: `apps/v1`, or `v1` for the core group. */
export function apiVersionText({ group, version }: { readonly group: string; readonly version: string }): string {
  return group === '' ? version : `${group}/${version}`
}

/** A group and a version, such as `apps/v1`; the core group is the empty string. Immutable. */
export class GroupVersion {
  constructor(
    readonly group: string,
    readonly version: string,
  ) {}

  /** The identifier of a GroupVersioner: the same text as {@link GroupVersion.toString}. */
  get identifier(): string {
    return this.toString()
  }

  /** Reports whether group and version are both empty. */
  isEmpty(): boolean {
    return !(this.group || this.version)
  }

  equals(other: GroupVersion): boolean {
    return this.group === other.group && this.version === other.version
  }

  /** The kind of this name in this group and version. */
  withKind<T = unknown>(kind: string): GroupVersionKind<T> {
    return new GroupVersionKind<T>(this.group, this.version, kind)
  }

  /** The resource of this name in this group and version. */
  withResource(resource: string): GroupVersionResource {
    return new GroupVersionResource(this.group, this.version, resource)
  }

  /**
   * Picks from `kinds` the one to use for this group and version: an exact match first, else the first kind of the same
   * group moved to this version, else `undefined`.
   */
  kindForGroupVersionKinds(kinds: readonly GroupVersionKind[]): GroupVersionKind | undefined {
    const sameGroup = kinds.filter((gvk) => gvk.group === this.group)
    const exact = sameGroup.find((gvk) => gvk.version === this.version)
    return exact ?? (sameGroup[0] && this.withKind(sameGroup[0].kind))
  }

  /** `apps/v1`, or `v1` for the core group: the text of `apiVersion`. */
  toString(): string {
    return apiVersionText(this)
  }
}

/** A group and a kind without a version, such as `Deployment.apps`. Immutable. */
export class GroupKind {
  constructor(
    readonly group: string,
    readonly kind: string,
  ) {}

  /** Reports whether group and kind are both empty. */
  isEmpty(): boolean {
    return !(this.group || this.kind)
  }

  equals(other: GroupKind): boolean {
    return this.group === other.group && this.kind === other.kind
  }

  /** This kind in a version. */
  withVersion<T = unknown>(version: string): GroupVersionKind<T> {
    return new GroupVersionKind<T>(this.group, version, this.kind)
  }

  /** `Deployment.apps`, or `Pod` for the core group. */
  toString(): string {
    return this.group === '' ? this.kind : `${this.kind}.${this.group}`
  }
}

/** A group and a resource without a version, such as `deployments.apps`. Immutable. */
export class GroupResource {
  constructor(
    readonly group: string,
    readonly resource: string,
  ) {}

  /** Reports whether group and resource are both empty. */
  isEmpty(): boolean {
    return !(this.group || this.resource)
  }

  equals(other: GroupResource): boolean {
    return this.group === other.group && this.resource === other.resource
  }

  /** This resource in a version. */
  withVersion(version: string): GroupVersionResource {
    return new GroupVersionResource(this.group, version, this.resource)
  }

  /** `deployments.apps`, or `pods` for the core group. */
  toString(): string {
    return this.group === '' ? this.resource : `${this.resource}.${this.group}`
  }
}

/**
 * A group, a version and a kind, such as `apps/v1, Kind=Deployment`. Immutable.
 *
 * `T` is the TypeScript type of the objects of this kind; it exists for the compiler only.
 */
export class GroupVersionKind<T = unknown> {
  /** Carries `T` for the compiler; never present at run time. */
  declare readonly objectType?: T

  constructor(
    readonly group: string,
    readonly version: string,
    readonly kind: string,
  ) {}

  /** Reports whether group, version and kind are all empty. */
  isEmpty(): boolean {
    return !(this.group || this.version || this.kind)
  }

  equals(other: GroupVersionKind): boolean {
    return this.group === other.group && this.version === other.version && this.kind === other.kind
  }

  /** Without the version. */
  groupKind(): GroupKind {
    return new GroupKind(this.group, this.kind)
  }

  /** Only group and version. */
  groupVersion(): GroupVersion {
    return new GroupVersion(this.group, this.version)
  }

  /** The two properties an object of this kind carries; both empty when all three parts are empty. */
  toAPIVersionAndKind(): { apiVersion: string; kind: string } {
    return { apiVersion: apiVersionText(this), kind: this.kind }
  }

  /** `apps/v1, Kind=Deployment`; the core group prints as `/v1, Kind=Pod`. */
  toString(): string {
    return `${this.group}/${this.version}, Kind=${this.kind}`
  }
}

/** A group, a version and a resource, such as `apps/v1, Resource=deployments`. Immutable. */
export class GroupVersionResource {
  constructor(
    readonly group: string,
    readonly version: string,
    readonly resource: string,
  ) {}

  /** Reports whether group, version and resource are all empty. */
  isEmpty(): boolean {
    return !(this.group || this.version || this.resource)
  }

  equals(other: GroupVersionResource): boolean {
    return this.group === other.group && this.version === other.version && this.resource === other.resource
  }

  /** Without the version. */
  groupResource(): GroupResource {
    return new GroupResource(this.group, this.resource)
  }

  /** Only group and version. */
  groupVersion(): GroupVersion {
    return new GroupVersion(this.group, this.version)
  }

  /** `apps/v1, Resource=deployments`; the core group prints as `/v1, Resource=pods`. */
  toString(): string {
    return `${this.group}/${this.version}, Resource=${this.resource}`
  }
}
