/** What generated clients are typed against. Types only: who runs them brings the transport. */

/** One kind of request to a resource: how it is sent and what goes in and out. */
export interface Endpoint {
  /** Verb of the Kubernetes API: `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`. */
  readonly verb: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `{namespace}` and `{name}` in it. */
  readonly path: string
  /** Kind of the options that become the query, or the body of a deletion. */
  readonly options: string
  /** Kind of the body; absent when there is none. */
  readonly body?: string
  /** Kind of the answer; of the objects in the events of a watch. */
  readonly result: string
}

/** The endpoints of a resource by the name of the client's method. */
export type EndpointTable = Readonly<Record<string, Endpoint>>

/** A request with its path filled in. */
export interface ResourceRequest {
  readonly endpoint: Endpoint
  readonly path: string
  /** Options of the request, such as `ListOptions`. */
  readonly options?: object
  /** The object to send. */
  readonly body?: object
  /** Media type of the body, for patches. */
  readonly contentType?: string
}

/** What sends requests. */
export interface Transport {
  /** Sends a request and gives the decoded answer; what the server refuses is thrown. */
  request(request: ResourceRequest): Promise<unknown>
  /** Sends a request to watch and gives its events. */
  watch(request: ResourceRequest): AsyncIterable<WatchNotice<unknown>>
}

/** One event of a watch. */
export interface WatchNotice<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  readonly object: T
}

/** What an informer calls. */
export interface InformerHandlers<T> {
  /** An object is there: in the first list, or created since. */
  onAdd?(object: T, isInInitialList: boolean): void
  /** An object has changed. */
  onUpdate?(before: T, after: T): void
  /** An object is gone. */
  onDelete?(object: T): void
}

/** Keeps a copy of a resource's objects up to date. */
export interface Informer<T, Lister> {
  /** Reads the copy. */
  lister(): Lister
  /** Registers handlers; the answer unregisters them. */
  addEventHandler(handlers: InformerHandlers<T>): () => void
  /** Reports whether the first list has arrived. */
  hasSynced(): boolean
}
