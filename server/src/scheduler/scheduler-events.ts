import { hostname } from 'node:os'
import type { Client } from '@apimachinery/client'
import { EventBroadcaster, type EventInit, type EventRecorder } from '@apimachinery/client/events'
import { getUID, type KubernetesObject } from 'apimachinery/runtime'
import type { Clock } from 'apimachinery/wait'

/** Events of one object are written one after the other; those of different objects so many at once. */
const writers = 8

/** The events of a scheduler, in the API group `events.k8s.io`. */
export class SchedulerEvents {
  readonly #broadcasters: readonly EventBroadcaster[]
  readonly #recorders: readonly EventRecorder[]

  constructor(name: string, options: { readonly client: Client; readonly clock: Clock }) {
    const reportingInstance = `${name}-${hostname()}`
    this.#broadcasters = Array.from({ length: writers }, () => new EventBroadcaster({ ...options, reportingInstance }))
    this.#recorders = this.#broadcasters.map((broadcaster) => broadcaster.recorder(name))
  }

  /** Records an event about an object, and waits until it is written or given up. */
  async event(regarding: KubernetesObject, event: EventInit): Promise<void> {
    const writer = writerOf(getUID(regarding) ?? '')
    this.#recorders[writer]!.event(regarding, event)
    await this.#broadcasters[writer]!.flush()
  }

  async stop(): Promise<void> {
    await Promise.all(this.#broadcasters.map((broadcaster) => broadcaster.stop()))
  }
}

function writerOf(uid: string): number {
  return Number.parseInt(uid.slice(-4), 16) % writers || 0
}
