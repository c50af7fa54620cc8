import type { Clock } from 'apimachinery/wait'
import { InformerFactory, type InformerFactoryOptions } from '../cache/informer-factory.js'
import { ObjectCache } from '../cache/object-cache.js'
import type { Client } from '../client/client.js'
import { EventBroadcaster, type EventBroadcasterOptions } from '../events/event-broadcaster.js'

/** How a manager reads a cluster and reports events. */
export interface ClusterOptions {
  /** Which objects are read, and how. */
  readonly cache?: Omit<InformerFactoryOptions, 'client'> | undefined
  readonly events?: Omit<EventBroadcasterOptions, 'client'> | undefined
  readonly clock?: Clock | undefined
}

/** Input of a {@link Cluster}. */
export interface ClusterParts extends ClusterOptions {
  /** The client for those who write, where that is another one than the cache and the events have. */
  readonly guarded?: Client | undefined
}

/** A cluster of a manager: its client, its cache, its events. */
export class Cluster {
  /** Empty for the manager's own client. */
  readonly name: string
  readonly client: Client
  readonly cache: ObjectCache
  readonly events: EventBroadcaster

  constructor(name: string, client: Client, { cache, events, clock, guarded }: ClusterParts) {
    this.name = name
    this.client = guarded ?? client
    this.cache = new ObjectCache(new InformerFactory({ clock, ...cache, client }))
    this.events = new EventBroadcaster({ clock, ...events, client })
  }
}
