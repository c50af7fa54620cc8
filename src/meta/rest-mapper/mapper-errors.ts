import { isAggregate } from '../../errors/aggregate.js'
import { isMachineryError, MachineryError } from '../../errors/machinery-error.js'
import { compareStrings } from '../../internal/compare-strings.js'
import { quote } from '../../internal/quote.js'
import { GroupKind } from '../../schema/group-kind.js'
import { GroupVersion } from '../../schema/group-version.js'
import { GroupVersionKind } from '../../schema/group-version-kind.js'
import { GroupVersionResource } from '../../schema/group-version-resource.js'
import type { KindInGroup, PartialResource } from './rest-mapper.js'

/** The possible meanings of a partial name. */
export interface Matches {
  readonly resources?: readonly GroupVersionResource[]
  readonly kinds?: readonly GroupVersionKind[]
}

/** A resource that may be several resources or kinds. Code `AmbiguousResource`. */
export class AmbiguousResourceError extends MachineryError {
  override readonly name = 'AmbiguousResourceError'
  readonly partialResource: GroupVersionResource
  readonly matchingResources: readonly GroupVersionResource[]
  readonly matchingKinds: readonly GroupVersionKind[]

  constructor(resource: PartialResource, matches: Matches = {}) {
    const partialResource = wholeResource(resource)
    super('AmbiguousResource', ambiguity(partialResource, matches))
    this.partialResource = partialResource
    this.matchingResources = matches.resources ?? []
    this.matchingKinds = matches.kinds ?? []
  }
}

/** A kind that may be several kinds. Code `AmbiguousKind`. */
export class AmbiguousKindError extends MachineryError {
  override readonly name = 'AmbiguousKindError'
  readonly partialKind: GroupVersionKind
  readonly matchingResources: readonly GroupVersionResource[]
  readonly matchingKinds: readonly GroupVersionKind[]

  constructor(kind: KindInGroup & { readonly version?: string }, matches: Matches = {}) {
    const partialKind = new GroupVersionKind(kind.group, kind.version ?? '', kind.kind)
    super('AmbiguousKind', ambiguity(partialKind, matches))
    this.partialKind = partialKind
    this.matchingResources = matches.resources ?? []
    this.matchingKinds = matches.kinds ?? []
  }
}

/** A resource that no mapper has. Code `NoResourceMatch`. */
export class NoResourceMatchError extends MachineryError {
  override readonly name = 'NoResourceMatchError'
  readonly partialResource: GroupVersionResource

  constructor(resource: PartialResource) {
    const partialResource = wholeResource(resource)
    super('NoResourceMatch', `no matches for ${partialResource}`)
    this.partialResource = partialResource
  }
}

/** A kind that no mapper has, in the versions that were searched, if any. Code `NoKindMatch`. */
export class NoKindMatchError extends MachineryError {
  override readonly name = 'NoKindMatchError'
  readonly groupKind: GroupKind
  readonly searchedVersions: readonly string[]

  constructor({ group, kind }: KindInGroup, searchedVersions: readonly string[] = []) {
    super('NoKindMatch', noKind({ group, kind }, searchedVersions))
    this.groupKind = new GroupKind(group, kind)
    this.searchedVersions = searchedVersions
  }
}

/** Reports whether an error, one of its causes, or a member of an aggregate means that a name is ambiguous. */
export function isAmbiguousError(error: unknown): boolean {
  return someError(
    error,
    (each) => isMachineryError(each, 'AmbiguousResource') || isMachineryError(each, 'AmbiguousKind'),
  )
}

/** Reports whether an error, one of its causes, or a member of an aggregate means that a name has no match. */
export function isNoMatchError(error: unknown): boolean {
  return someError(error, (each) => isMachineryError(each, 'NoResourceMatch') || isMachineryError(each, 'NoKindMatch'))
}

/** A resource with all three parts, empty where they are unknown. */
export function wholeResource(partial: PartialResource): GroupVersionResource {
  if (partial instanceof GroupVersionResource) return partial
  return new GroupVersionResource(partial.group ?? '', partial.version ?? '', partial.resource)
}

function ambiguity(subject: GroupVersionResource | GroupVersionKind, { resources = [], kinds = [] }: Matches): string {
  if (kinds.length > 0 && resources.length > 0) {
    return `${subject} matches multiple resources ${listText(resources)} and kinds ${listText(kinds)}`
  }
  if (kinds.length > 0) return `${subject} matches multiple kinds ${listText(kinds)}`
  if (resources.length > 0) return `${subject} matches multiple resources ${listText(resources)}`
  return `${subject} matches multiple resources or kinds`
}

/** A list as Go's verb `%v` prints it. */
export function listText(items: readonly { toString(): string }[]): string {
  return `[${items.join(' ')}]`
}

function noKind({ group, kind }: KindInGroup, searchedVersions: readonly string[]): string {
  const searched = new Set(searchedVersions.map((version) => new GroupVersion(group, version).toString()))
  const versions = [...searched].sort(compareStrings).map(quote)
  if (versions.length === 0) return `no matches for kind ${quote(kind)} in group ${quote(group)}`
  if (versions.length === 1) return `no matches for kind ${quote(kind)} in version ${versions[0]}`
  return `no matches for kind ${quote(kind)} in versions ${listText(versions)}`
}

/** Causes and members of user errors may be cyclic: each error is visited once. */
function someError(error: unknown, test: (error: unknown) => boolean): boolean {
  const pending = [error]
  const seen = new Set<unknown>()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next === null || typeof next !== 'object' || seen.has(next)) continue
    if (test(next)) return true
    seen.add(next)
    if ('cause' in next) pending.push(next.cause)
    if (isAggregate(next)) pending.push(...next.errors)
  }
  return false
}
