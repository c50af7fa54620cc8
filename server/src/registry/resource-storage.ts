import type { Selector as FieldSelector } from 'apimachinery/fields'
import type { Selector as LabelSelector } from 'apimachinery/labels'
import type { FieldSetFilter } from 'apimachinery/managedfields'
import type { TableConvertor } from 'apimachinery/meta'
import type { CreateOptions, DeleteOptions, UpdateOptions } from 'apimachinery/meta/v1'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import type { GroupVersion, GroupVersionKind } from 'apimachinery/schema'
import type { AuthorizedRequest, Handler } from '../request/http.js'
import type { RequestContext } from '../request/request-context.js'
import type { StorageWatch } from '../storage/storage.js'
import type { Encodable } from './encodable.js'

/** Which version of an object a read wants; the text of the request. */
export interface GetRequest {
  readonly resourceVersion?: string | undefined
}

/** Which objects a request wants: options that are decoded and valid, selectors in terms of the hub version. */
export interface ListRequest {
  readonly labelSelector?: LabelSelector | undefined
  readonly fieldSelector?: FieldSelector | undefined
  readonly resourceVersion?: string | undefined
  readonly resourceVersionMatch?: string | undefined
  readonly limit?: number | undefined
  readonly continue?: string | undefined
}

/** The further fields of a watch besides {@link ListRequest}. */
export interface WatchRequest extends ListRequest {
  readonly allowWatchBookmarks?: boolean | undefined
  readonly sendInitialEvents?: boolean | undefined
  /**
   * Initial events were not requested explicitly: the watch has no version, or the version 0, and gets them by default.
   */
  readonly initialEventsByDefault?: boolean | undefined
  /** When the watch will be ended, in milliseconds since the epoch. */
  readonly deadline?: number | undefined
}

/** A list of objects of one resource. */
export interface ObjectList<T extends KubernetesObject = KubernetesObject> {
  readonly items: readonly Encodable<T>[]
  readonly resourceVersion: string
  readonly continueToken?: string | undefined
  readonly remainingItemCount?: number | undefined
}

/** Functions over objects, declared as methods so that storage objects of different kinds fit into one list. */
interface ObjectFunctions<T extends KubernetesObject> {
  validate(object: T): Promise<void>
  validateUpdate(object: T, old: T): Promise<void>
  updatedObject(current: Encodable<T> | undefined): Promise<T>
}

/** Refuses an object by throwing; must not change it. */
export type ValidateObject<T extends KubernetesObject> = ObjectFunctions<T>['validate']

export interface CreateRequest<T extends KubernetesObject> {
  readonly options: CreateOptions
  /** Validating admission. */
  readonly validate?: ValidateObject<T> | undefined
}

/** A creation below a name of the path. */
export interface NamedCreateRequest<T extends KubernetesObject> extends CreateRequest<T> {
  readonly name: string
}

/** How an object is to be changed. Source: `rest.UpdatedObjectInfo` of k8s.io/apiserver. */
export interface UpdateRequest<T extends KubernetesObject = KubernetesObject> {
  readonly options: UpdateOptions
  /**
   * The new object for the stored one, which it must not change; `undefined` where none is stored. Called again for each
   * newer state. What it throws ends the update.
   */
  readonly updatedObject: ObjectFunctions<T>['updatedObject']
  /** The object that is replaced must have this uid. */
  readonly uid?: string | undefined
  /** Create missing objects, independent of the strategy. */
  readonly forceAllowCreate?: boolean | undefined
  readonly validateCreate?: ValidateObject<T> | undefined
  readonly validateUpdate?: ObjectFunctions<T>['validateUpdate'] | undefined
}

export interface UpdateResponse<T extends KubernetesObject = KubernetesObject> {
  readonly result: Encodable<T>
  readonly created: boolean
}

export interface DeleteRequest<T extends KubernetesObject> {
  readonly options: DeleteOptions
  /** Admission; gets the object as it is stored. */
  readonly validate?: ValidateObject<T> | undefined
}

export interface DeleteResponse {
  /** The object, or a `Status` that names it; a `Status` is made where it is absent. */
  readonly result?: Encodable | undefined
  /** False while finalizers or a grace period delay the deletion. */
  readonly deleted: boolean
}

/** The request of a connection. */
export interface ConnectRequest {
  /** Decoded query parameters, of {@link Connector.options}. */
  readonly options?: KubernetesObject | undefined
  /** The path after the subresource, with its leading slash. */
  readonly path: string
  readonly request: AuthorizedRequest
}

/** How connections are made. Source: `rest.Connecter` of k8s.io/apiserver. */
export interface Connector {
  /** HTTP methods. */
  readonly methods: readonly string[]
  /** Class of the options in the query. */
  readonly options?: KindClass | undefined
  /** Accepts a further path after the subresource, under this name in the options. */
  readonly pathOption?: string | undefined
  /** The handler that answers this request. */
  connect(context: RequestContext, name: string, request: ConnectRequest): Promise<Handler>
}

/** A stream in place of an object. Source: `rest.ResourceStreamer` of k8s.io/apiserver. */
export interface ResourceStream {
  readonly contentType: string
  /** Pieces are sent as they come. */
  readonly flush: boolean
  readonly body?: AsyncIterable<Uint8Array> | undefined
}

/** A read with options of its own. Source: `rest.GetterWithOptions` of k8s.io/apiserver. */
export interface OptionsGetter {
  readonly options: KindClass
  /** Accepts a further path after the subresource, under this name in the options. */
  readonly pathOption?: string | undefined
  get(context: RequestContext, name: string, options: KubernetesObject): Promise<Encodable | ResourceStream>
}

/**
 * The storage of a resource or a subresource. **Its methods decide which verbs are served.** Source: the interfaces of
 * k8s.io/apiserver/pkg/registry/rest.
 */
export interface ResourceStorage<T extends KubernetesObject = KubernetesObject> {
  /** Class of the objects in memory: the hub version of the kind. */
  readonly type: KindClass<T>
  /** Whether objects live in namespaces; for a subresource its parent says. */
  readonly namespaced: boolean
  readonly singularName?: string | undefined
  readonly shortNames?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
  /** The kind served in a version, where it is not that of {@link type}, such as `Scale` or `Eviction`. */
  kindIn?(version: GroupVersion): GroupVersionKind
  /** Other versions that bodies may be in. */
  acceptsGroupVersion?(version: GroupVersion): boolean
  /** The kind and version that is written to the store. */
  readonly storageVersion?: GroupVersionKind | undefined
  /** Fields that requests cannot change, by API version. */
  readonly resetFields?: ReadonlyMap<string, FieldSetFilter> | undefined
  readonly table?: TableConvertor | undefined

  get?(context: RequestContext, name: string, request: GetRequest): Promise<Encodable<T>>
  readonly getWithOptions?: OptionsGetter | undefined
  list?(context: RequestContext, request: ListRequest): Promise<ObjectList<T>>
  watch?(context: RequestContext, request: WatchRequest): Promise<StorageWatch<T>>
  create?(context: RequestContext, object: T, request: CreateRequest<T>): Promise<Encodable>
  /** Creation below a name, such as `pods/binding`. */
  createNamed?(context: RequestContext, object: T, request: NamedCreateRequest<T>): Promise<Encodable>
  update?(context: RequestContext, name: string, request: UpdateRequest<T>): Promise<UpdateResponse<T>>
  delete?(context: RequestContext, name: string, request: DeleteRequest<T>): Promise<DeleteResponse>
  /** The class that a deletion gives back: the object's own where it is not a `Status`. */
  readonly deleteReturnsObject?: boolean | undefined
  deleteCollection?(
    context: RequestContext,
    request: DeleteRequest<T>,
    list: ListRequest,
  ): Promise<ObjectList<T> | undefined>
  readonly connector?: Connector | undefined
  /** Media types of answers other than objects, such as `text/plain` of logs. */
  readonly producesMediaTypes?: readonly string[] | undefined
  /** Keeps uid and times that the body of a creation below a name brings along. */
  readonly preservesSystemMetadata?: boolean | undefined
}
