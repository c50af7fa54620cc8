import type { StatusError } from '../errors/status-error.js'
import { fromObject, type UnexpectedObjectError } from '../errors/status-object.js'
import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import type { EventType } from './event-type.js'

/** An event about a watched object. Go's `watch.Event`, except for errors. */
export interface ObjectEvent<T extends KubernetesObject = KubernetesObject> {
  readonly type: Exclude<EventType, 'ERROR'>
  /** The new state; for `DELETED` the last state before the deletion. */
  readonly object: T
}

/** An event that reports an error. */
export interface WatchErrorEvent {
  readonly type: 'ERROR'
  /** A `Status`, as a rule; see {@link errorFromEvent}. */
  readonly object: KubernetesObject
}

/** An event of a watch; `type` distinguishes the two forms. */
export type WatchEvent<T extends KubernetesObject = KubernetesObject> = ObjectEvent<T> | WatchErrorEvent

/** The error of an event of type `ERROR`. It is returned, not thrown. */
export function errorFromEvent(event: WatchErrorEvent): StatusError | UnexpectedObjectError {
  return fromObject(event.object)
}

/**
 * Reports whether an event is the bookmark that ends the initial events, which a server sends on request
 * (`sendInitialEvents`).
 */
export function isInitialEventsEnd(event: WatchEvent): boolean {
  if (event.type !== 'BOOKMARK') return false
  const { metadata } = event.object as { metadata?: { annotations?: Record<string, string> } }
  const annotations = metadata?.annotations
  return (
    annotations !== undefined &&
    Object.hasOwn(annotations, initialEventsKey) &&
    annotations[initialEventsKey] === 'true'
  )
}

const initialEventsKey = 'k8s.io/initial-events-end'
