import type { Event } from 'apimachinery/api/core/v1'
import { LRUCache } from 'apimachinery/collections'

/** What is known about events that differ in their messages alone. */
interface Similar {
  readonly messages: Set<string>
  lastAt: number
}

/** Of so many different messages the last one, and those after it, are combined. */
const mostMessages = 10
/** Milliseconds after which similar events are counted anew. */
const longestInterval = 600_000
const longestMemory = 4096
const prefix = '(combined from similar events): '

/** The message that an event is written with, and the key of the event that it is counted in. */
export interface AggregatedEvent {
  readonly message: string
  readonly key: string
  readonly combined: boolean
}

/** Combines events of one object, reason and source whose messages differ. Source: `EventAggregator` of client-go/tools/record. */
export class EventAggregator {
  readonly #similar = new LRUCache<string, Similar>({ capacity: longestMemory })

  aggregate(event: Event, now: number): AggregatedEvent {
    const key = similarKey(event)
    const known = this.#similar.get(key)
    const fresh = known === undefined || now - known.lastAt > longestInterval
    const record: Similar = fresh ? { messages: new Set(), lastAt: now } : known
    const { message = '' } = event
    record.messages.add(message)
    record.lastAt = now
    this.#similar.set(key, record)
    if (record.messages.size < mostMessages) return { message, key: eventKey(event), combined: false }
    // One is forgotten, so that the next new message is combined too.
    for (const oldest of record.messages) {
      record.messages.delete(oldest)
      break
    }
    return { message: prefix + message, key, combined: true }
  }
}

/** The key of events that are the same in all but their times. */
export function eventKey(event: Event): string {
  const { source, involvedObject, type, reason, message } = event
  return JSON.stringify([
    ...sourceParts(source),
    ...objectParts(involvedObject),
    involvedObject?.fieldPath,
    type,
    reason,
    message,
  ])
}

/** The key under which the events of one source about one object are limited. */
export function spamKey({ source, involvedObject, type }: Event): string {
  return JSON.stringify([...sourceParts(source), ...objectParts(involvedObject), type])
}

function similarKey({ source, involvedObject, type, reason, reportingComponent, reportingInstance }: Event): string {
  const parts = [...sourceParts(source), ...objectParts(involvedObject)]
  return JSON.stringify([...parts, type, reason, reportingComponent, reportingInstance])
}

function sourceParts(source: Event['source']): readonly unknown[] {
  return [source?.component, source?.host]
}

function objectParts(object: Event['involvedObject'] | undefined): readonly unknown[] {
  return [object?.kind, object?.namespace, object?.name, object?.uid, object?.apiVersion]
}
