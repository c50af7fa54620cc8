import { newBadRequest, newInternalError, StatusError } from 'apimachinery/errors'
import { asPartialObjectMetadata, validateTableOptions } from 'apimachinery/meta'
import {
  type ObjectMeta,
  PartialObjectMetadata,
  PartialObjectMetadataList,
  type Table,
  TableOptions,
} from 'apimachinery/meta/v1'
import {
  type KindClass,
  type KubernetesObject,
  toUnstructured,
  UnstructuredList,
  unstructuredContent,
  withGroupVersionKind,
} from 'apimachinery/runtime'
import { GroupVersionKind } from 'apimachinery/schema'
import { readMetadata } from '../registry/read-metadata.js'
import type { ObjectList } from '../registry/resource-storage.js'
import { decodeParameters } from './decode-parameters.js'
import { internalTypeName } from './go-type-name.js'
import type { ResourceScope } from './resource-scope.js'

/** Annotations that are fields in Go's internal version of a kind, by group and kind. */
const annotations: Readonly<Record<string, string>> = { 'apps/DaemonSet': 'deprecated.daemonset.template.generation' }

/**
 * The metadata of Go's internal version of a kind: responses with metadata only come from that, so annotations that it
 * keeps in a field are missing.
 */
function internalMetadata<M extends Pick<ObjectMeta, 'annotations'>>(
  metadata: M | undefined,
  { group, kind }: { readonly group: string; readonly kind: string },
): M | undefined {
  const name = annotations[`${group}/${kind}`]
  if (name === undefined || metadata?.annotations?.[name] === undefined) return metadata
  const { [name]: _, ...others } = metadata.annotations
  const { annotations: _all, ...rest } = metadata
  return { ...rest, ...(Object.keys(others).length > 0 && { annotations: others }) } as M
}

/** Whether an answer is to be a table. */
export function wantsTable(convert: GroupVersionKind | undefined): boolean {
  return convert?.kind === 'Table'
}

/** Options of tables in the query. @throws StatusError 400 */
export function tableOptionsOf(scope: ResourceScope, query: URLSearchParams): TableOptions {
  const options = decodeParameters(scope, query, TableOptions)
  const [error, ...more] = validateTableOptions(options)
  if (error === undefined) return options
  const text = more.length === 0 ? error.message : `[${[error, ...more].map(({ message }) => message).join(' ')}]`
  throw newBadRequest(`Unable to convert to Table as requested: ${text}`)
}

/** The metadata of an object in the requested version. */
export function partialMetadata(object: KubernetesObject, target: GroupVersionKind): PartialObjectMetadata {
  const partial = asPartialObjectMetadata(object)
  const { groupVersionKind }: Partial<KindClass> = object.constructor
  if (groupVersionKind !== undefined) setMetadata(partial, internalMetadata(partial.metadata, groupVersionKind))
  return withGroupVersionKind(partial, partialKind(target))
}

/** The kind of metadata in a version. */
export function partialKind({ group, version }: GroupVersionKind): GroupVersionKind {
  return new GroupVersionKind(group, version, 'PartialObjectMetadata')
}

function setMetadata(partial: PartialObjectMetadata, metadata: PartialObjectMetadata['metadata']): void {
  if (metadata !== partial.metadata) partial.metadata = metadata
}

/** @throws StatusError 406 for anything but an object. */
export function expectObject(scope: ResourceScope, target: GroupVersionKind): void {
  if (target.kind !== 'PartialObjectMetadataList') return
  if (isCustom(scope)) throw new Error('content is not a list')
  const type = internalTypeName(scope.hubType)
  throw notAcceptable(`you requested PartialObjectMetadataList, but the requested object is not a list (*${type})`)
}

/** @throws StatusError 406 for anything but a list. */
export function expectList(scope: ResourceScope, target: GroupVersionKind): void {
  if (target.kind !== 'PartialObjectMetadata') return
  const type = isCustom(scope) ? 'unstructured.UnstructuredList' : `${internalTypeName(scope.hubType)}List`
  throw notAcceptable(`you requested PartialObjectMetadata, but the requested object is a list (*${type})`)
}

function isCustom(scope: ResourceScope): boolean {
  return listClassOf(scope, scope.versionedType) === undefined
}

function notAcceptable(message: string): StatusError {
  return new StatusError({ status: 'Failure', code: 406, reason: 'NotAcceptable', message })
}

/** The metadata of the objects of a list. */
export function partialMetadataList(list: ObjectList, target: GroupVersionKind): PartialObjectMetadataList {
  const items = list.items.map(({ object }) => partialMetadata(object, target))
  return partialListOf(list, target, items)
}

/** A list of metadata with the metadata of another list. */
export function partialListOf(
  list: ObjectList,
  target: GroupVersionKind,
  items: PartialObjectMetadata[],
): PartialObjectMetadataList {
  const kind = new GroupVersionKind(target.group, target.version, 'PartialObjectMetadataList')
  return withGroupVersionKind(new PartialObjectMetadataList({ metadata: listMetadata(list), items }), kind)
}

/** `metadata` of a list. */
export function listMetadata({ resourceVersion, continueToken, remainingItemCount }: ObjectList): {
  resourceVersion: string
  continue?: string
  remainingItemCount?: number
} {
  return {
    resourceVersion,
    ...(continueToken && { continue: continueToken }),
    ...(remainingItemCount !== undefined && { remainingItemCount }),
  }
}

/** The class of lists of a kind; custom resources have none. */
export function listClassOf({ scheme }: ResourceScope, type: KindClass): KindClass | undefined {
  const { group, version, kind } = type.groupVersionKind
  return scheme.classFor(new GroupVersionKind(group, version, `${kind}List`))
}

/** A list object of a class that has one; an unstructured list for others. */
export function listObject(
  scope: ResourceScope,
  type: KindClass,
  { list, items }: { readonly list: ObjectList; readonly items: readonly KubernetesObject[] },
): KubernetesObject {
  const listType = listClassOf(scope, type)
  const fields = { metadata: listMetadata(list), items }
  if (listType !== undefined) return new listType(fields as never)
  const { group, version, kind } = type.groupVersionKind
  const listKind = new GroupVersionKind(group, version, type.listClass?.groupVersionKind.kind ?? `${kind}List`)
  const metadata = { continue: '', ...listMetadata(list) }
  return new UnstructuredList({ ...listKind.toAPIVersionAndKind(), metadata, items })
}

interface TableRequest {
  readonly object: KubernetesObject
  readonly options: TableOptions
  readonly target: GroupVersionKind
  readonly noHeaders?: boolean | undefined
}

/** A table of an object or of the items of a list. */
export function asTable(scope: ResourceScope, { object, options, target, noHeaders = false }: TableRequest): Table {
  const convertor = scope.storage.table
  if (convertor === undefined) throw newInternalError(new Error(`no table for ${scope.kind}`))
  const { includeObject } = options
  const table = convertor.convertToTable(object, {
    now: new Date(scope.clock.now()),
    noHeaders,
    ...(includeObject && { includeObject: includeObject as 'None' | 'Metadata' | 'Object' }),
  })
  // Go has no list of them then, which is null and not empty.
  if (noHeaders) table.columnDefinitions = null as unknown as typeof table.columnDefinitions
  for (const row of table.rows) {
    const item = row.object as KubernetesObject | undefined
    if (item === undefined) continue
    const shown = includeObject === 'Object' ? scope.conversion.toVersion(item) : partialOfRow(scope, item, target)
    // Raw JSON is written unchanged: members are in the order of the type.
    const raw = unstructuredContent(toUnstructured(shown, { canonical: true }))
    row.object = (includeObject === 'Object' && isCustom(scope) ? sortedMembers(raw) : raw) as typeof row.object
  }
  return withGroupVersionKind(table, target)
}

/** The members of what upstream has no struct for are sorted. */
function sortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedMembers)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sortedMembers(member)]))
}

function partialOfRow(
  { hubType }: ResourceScope,
  item: KubernetesObject,
  target: GroupVersionKind,
): PartialObjectMetadata {
  if (!(item instanceof PartialObjectMetadata)) return partialMetadata(item, target)
  const metadata = internalMetadata(readMetadata(item), hubType.groupVersionKind)
  return withGroupVersionKind(new PartialObjectMetadata({ metadata }), partialKind(target))
}
