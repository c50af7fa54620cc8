import type { Client } from '@apimachinery/client'
import { listerWatcherFor, SharedInformer } from '@apimachinery/client/cache'
import { apiGroupResources, type DiscoveredResource, type Discovery } from 'apimachinery/meta'
import type { PartialObjectMetadata } from 'apimachinery/meta/v1'
import { GroupVersionResource } from 'apimachinery/schema'
import type { Clock } from 'apimachinery/wait'
import type { ObservedKind } from './owner-graph.js'

/** Resources that come and go by the thousand and own nothing. */
const ignored: ReadonlySet<string> = new Set(['events', 'events.events.k8s.io'])

/** Who is told of what the monitors see. */
export interface MonitorHandler {
  observe(kind: ObservedKind, object: PartialObjectMetadata, old?: PartialObjectMetadata): void
  forget(kind: ObservedKind, object: PartialObjectMetadata): void
}

/** Input of {@link ResourceMonitors}. */
export interface ResourceMonitorsOptions {
  readonly client: Client
  readonly clock: Clock
  readonly handler: MonitorHandler
}

/** A resource that is followed, in the version that its group prefers. */
interface Monitor {
  readonly kind: ObservedKind
  readonly informer: SharedInformer<PartialObjectMetadata>
}

/** Follows the metadata of all resources whose objects can be deleted. */
export class ResourceMonitors {
  readonly #options: ResourceMonitorsOptions
  readonly #monitors = new Map<string, Monitor>()

  constructor(options: ResourceMonitorsOptions) {
    this.#options = options
  }

  /** Whether the objects of a kind are followed. */
  follows({ apiVersion, kind }: ObservedKind): boolean {
    return [...this.#monitors.values()].some((each) => each.kind.kind === kind && each.kind.apiVersion === apiVersion)
  }

  /** Follows what discovery has now, and nothing else; what could not be discovered this time stays. */
  async sync(): Promise<void> {
    const { discovery } = this.#options.client
    discovery.invalidate()
    const found = await discovery.discovery()
    const wanted = collectableResources(found)
    // Without any resource something is wrong with the server, not with the monitors.
    if (wanted.size === 0) return
    const stopped: Promise<void>[] = []
    for (const [key, { informer }] of this.#monitors) {
      if (wanted.has(key) || hasFailed(found, key)) continue
      this.#monitors.delete(key)
      stopped.push(informer.stop())
    }
    for (const [key, { resource, kind }] of wanted) {
      if (!this.#monitors.has(key)) this.#monitors.set(key, this.#monitorOf(resource, kind))
    }
    await Promise.all(stopped)
  }

  /** Waits until the objects of all resources are known, or the signal is aborted. */
  async waitForSync(signal: AbortSignal): Promise<void> {
    const synced = Promise.all([...this.#monitors.values()].map(({ informer }) => informer.waitForSync()))
    const aborted = new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      else signal.addEventListener('abort', () => resolve(), { once: true })
    })
    // A monitor that is stopped meanwhile need not be waited for.
    await Promise.race([synced.catch(() => undefined), aborted])
  }

  async stop(): Promise<void> {
    const monitors = [...this.#monitors.values()]
    this.#monitors.clear()
    await Promise.all(monitors.map(({ informer }) => informer.stop()))
  }

  #monitorOf(resource: GroupVersionResource, kind: ObservedKind): Monitor {
    const { client, clock, handler } = this.#options
    const source = listerWatcherFor(client.resource(resource).metadata())
    const informer = new SharedInformer<PartialObjectMetadata>(source, { clock })
    informer.addEventHandler({
      onAdd: (object) => handler.observe(kind, object),
      onUpdate: (old, object) => handler.observe(kind, object, old),
      onDelete: (object) => handler.forget(kind, object),
    })
    void informer.run()
    return { kind, informer }
  }
}

/** A resource, and the kind of its objects. */
export interface CollectableResource {
  readonly resource: GroupVersionResource
  readonly kind: ObservedKind
}

/** Each resource that can be listed, watched and deleted, in the version that is preferred among those that have it. */
export function collectableResources(discovery: Discovery): ReadonlyMap<string, CollectableResource> {
  const found = new Map<string, CollectableResource>()
  for (const { group, versionedResources } of apiGroupResources(discovery)) {
    const taken = new Set<string>()
    const preferred = group.preferredVersion?.version
    const versions = [...versionedResources].sort(([a], [b]) => Number(b === preferred) - Number(a === preferred))
    for (const [version, resources] of versions) {
      for (const { name, kind } of resources.filter(canBeCollected)) {
        const id = group.name === '' ? name : `${name}.${group.name}`
        if (taken.has(id) || ignored.has(id)) continue
        taken.add(id)
        const resource = new GroupVersionResource(group.name, version, name)
        const apiVersion = group.name === '' ? version : `${group.name}/${version}`
        found.set(resource.toString(), { resource, kind: { apiVersion, kind } })
      }
    }
  }
  return found
}

function canBeCollected({ name, verbs }: DiscoveredResource): boolean {
  return !name.includes('/') && ['list', 'watch', 'delete'].every((verb) => verbs.includes(verb))
}

/** Whether the version of a resource could not be discovered. */
function hasFailed({ failures }: Discovery, key: string): boolean {
  const failed = failures.map((failure) => String((failure as { groupVersion?: unknown }).groupVersion ?? ''))
  return failed.some((groupVersion) => groupVersion !== '' && key.startsWith(`${groupVersion}, `))
}
