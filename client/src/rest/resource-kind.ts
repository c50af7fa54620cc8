import { DeleteOptions, PartialObjectMetadata, Status } from 'apimachinery/meta/v1'
import { isUnstructuredClass, type KindClass, type KubernetesObject, Unstructured } from 'apimachinery/runtime'
import type { GroupVersionResource } from 'apimachinery/schema'
import { KindCodec } from './kind-codec.js'
import { type ListOf, listClassFor } from './list-class.js'
import type { ContentFormat, RESTClientOptions } from './rest-client.js'

const mediaTypes: Readonly<Record<ContentFormat, string>> = {
  json: 'application/json',
  protobuf: 'application/vnd.kubernetes.protobuf',
  cbor: 'application/cbor',
}

/** All that is known of the objects of a resource: where they are served, of which classes they are, how they travel. */
export interface ResourceKind<T extends KubernetesObject> {
  readonly group: string
  readonly version: string
  readonly resource: string
  /** Whether the objects are namespaced; undefined if unknown. */
  readonly namespaced: boolean | undefined
  readonly itemClass: KindClass<T>
  readonly listClass: KindClass<ListOf<T>>
  readonly codec: KindCodec
  /** Value of `Accept`. */
  readonly accept: string
  /** Value of `Accept` for lists, where it is another one. */
  readonly listAccept?: string | undefined
  /** Content type of bodies; a type other than JSON only after the server has used it. */
  readonly contentType: string
}

/** The class of a typed object: what it was made with, as its type says. */
export function classOf<T extends KubernetesObject>(object: T): KindClass<T> {
  return object.constructor as unknown as KindClass<T>
}

/** The kind of a class with resource facts. @throws TypeError for a class without. */
export function kindOfClass<T extends KubernetesObject>(
  type: KindClass<T>,
  options: RESTClientOptions,
): ResourceKind<T> {
  const { resource, groupVersionKind: gvk } = type
  if (resource === undefined) throw new TypeError(`${gvk.kind || type.name} is not served as a resource`)
  const listClass = listClassFor(type)
  const { group, version } = gvk
  return {
    group,
    version,
    resource: resource.plural,
    namespaced: resource.scope === 'Namespaced',
    itemClass: type,
    listClass,
    codec: new KindCodec([type, listClass, Status, DeleteOptions], options.integers),
    accept: acceptOf(type, options),
    contentType: mediaTypes[formatFor(type, options)],
  }
}

/** The kind of a resource that answers with objects of another class than its own, which may be sent to it as well. */
export function kindAnswering<T extends KubernetesObject>(
  kind: ResourceKind<KubernetesObject>,
  type: KindClass<T>,
  options: RESTClientOptions,
): ResourceKind<T> {
  const listClass = listClassFor(type)
  const codec = new KindCodec([type, listClass, kind.itemClass, Status, DeleteOptions], options.integers)
  return { ...kind, itemClass: type, listClass, codec }
}

/** Value of `Accept` for objects of a class. */
export function acceptOf(type: KindClass, options: RESTClientOptions): string {
  const format = formatFor(type, options)
  return format === 'json' ? mediaTypes.json : `${mediaTypes[format]},${mediaTypes.json}`
}

/** The kind of a resource whose objects are `Unstructured`. */
export function kindOfResource(
  { group, version, resource }: GroupVersionResource,
  options: RESTClientOptions,
  namespaced?: boolean,
): ResourceKind<Unstructured> {
  const cbor = options.format === 'cbor'
  const listClass = listClassFor<Unstructured>(Unstructured)
  const codec = new KindCodec([], options.integers)
  const accept = cbor ? `${mediaTypes.cbor},${mediaTypes.json}` : mediaTypes.json
  const contentType = cbor ? mediaTypes.cbor : mediaTypes.json
  return { group, version, resource, namespaced, itemClass: Unstructured, listClass, codec, accept, contentType }
}

/** The same resource, its objects being metadata only. */
export function metadataKind(
  kind: ResourceKind<KubernetesObject>,
  options: RESTClientOptions,
): ResourceKind<PartialObjectMetadata> {
  const as = ';as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
  const asList = ';as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'
  const listClass = listClassFor<PartialObjectMetadata>(PartialObjectMetadata)
  const codec = new KindCodec([PartialObjectMetadata, listClass, Status, DeleteOptions], options.integers)
  const types = options.format === 'json' ? [mediaTypes.json] : [mediaTypes.protobuf, mediaTypes.json]
  const both = (suffix: string): string => types.map((type) => type + suffix).join(',')
  // Old extension servers do not know metadata alone, and send whole objects then.
  const accepted = { accept: `${both(as)},${mediaTypes.json}`, listAccept: `${both(asList)},${mediaTypes.json}` }
  return { ...kind, itemClass: PartialObjectMetadata, listClass, codec, ...accepted, contentType: mediaTypes.json }
}

/** The content type of a body that is sent now. */
export function bodyType(
  { contentType }: ResourceKind<KubernetesObject>,
  { speaks }: { readonly speaks: (contentType: string) => boolean },
): string {
  return speaks(contentType) ? contentType : mediaTypes.json
}

function formatFor(type: KindClass, { format = 'protobuf' }: RESTClientOptions): ContentFormat {
  if (format !== 'protobuf') return format
  return hasProtobuf(type) ? 'protobuf' : 'json'
}

/** Whether API servers support protobuf for a kind: built-in kinds with numbers for their fields. */
function hasProtobuf(type: KindClass): boolean {
  if (isUnstructuredClass(type)) return false
  const { group } = type.groupVersionKind
  const builtIn = !group.includes('.') || /(^|\.)k8s\.io$/.test(group)
  return builtIn && type.descriptor.properties.some(({ name, number }) => name === 'metadata' && number > 0)
}
