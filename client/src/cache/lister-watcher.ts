import { NoKindMatchError } from 'apimachinery/meta'
import type { KubernetesObject } from 'apimachinery/runtime'
import { GroupVersionResource } from 'apimachinery/schema'
import type { ObjectEvent } from 'apimachinery/watch'
import type { ListCallOptions, WatchCallOptions } from '../rest/call-options.js'
import type { ListOf } from '../rest/list-class.js'
import type { ResourceClient } from '../rest/resource-client.js'
import type { ResourceKind } from '../rest/resource-kind.js'

/** Events of a watch, until it is stopped. Errors are thrown. */
export interface EventStream<T extends KubernetesObject> extends AsyncIterator<ObjectEvent<T>, undefined> {
  stop(): void
}

/** The source of a reflector: lists and watches objects. */
export interface ListerWatcher<T extends KubernetesObject> {
  /** Name of the resource, for messages. */
  readonly resource: string
  /** Name of the kind, as in `example.com/v1, Kind=Widget`, or of the resource if that is all there is; for messages. */
  readonly kind?: string | undefined
  /** What it means that the server does not have the resource. */
  readonly noMatch?: string | undefined
  /** The namespace that is read; undefined for all. */
  readonly namespace: string | undefined
  list(options: ListCallOptions): Promise<ListOf<T>>
  watch(options: WatchCallOptions): EventStream<T>
}

/** Which objects of a resource are read. */
export interface Selection {
  readonly labelSelector?: string | undefined
  readonly fieldSelector?: string | undefined
}

/** Reads the objects of a resource that a selection fits. */
export function listerWatcherFor<T extends KubernetesObject>(
  resource: ResourceClient<T>,
  selection: Selection = {},
): ListerWatcher<T> {
  return {
    resource: resource.kind.resource,
    ...namesOf(resource.kind),
    namespace: resource.inNamespace,
    list: (options) => readList(resource, { ...options, ...selection }),
    // The reflector restarts watches itself, so it has to know that one ended.
    watch: (options) => resource.watch({ ...options, ...selection, resume: false }),
  }
}

/** How messages call what is read. */
function namesOf<T extends KubernetesObject>({
  group,
  version,
  resource,
  itemClass,
}: ResourceKind<T>): Pick<ListerWatcher<T>, 'kind' | 'noMatch'> {
  const own = itemClass.groupVersionKind
  const gvr = new GroupVersionResource(group, version, resource)
  // Metadata and unstructured objects have no kind of their own.
  const isKnown = own !== undefined && own.kind !== '' && own.group === group && own.version === version
  if (!isKnown) return { kind: gvr.toString(), noMatch: `no matches for ${gvr}` }
  return { kind: own.toString(), noMatch: new NoKindMatchError(own, [version]).message }
}

/** Item by item: the text of a large list would have to be in memory as a whole, beside its objects. */
async function readList<T extends KubernetesObject>(
  resource: ResourceClient<T>,
  options: ListCallOptions,
): Promise<ListOf<T>> {
  const stream = resource.listItems(options)
  const items: T[] = []
  for (;;) {
    const { value, done } = await stream.next()
    if (done === true) return { ...value, items }
    items.push(value)
  }
}
