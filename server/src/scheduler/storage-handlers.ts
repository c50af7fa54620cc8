import type { EventHandler } from '@apimachinery/client/cache'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { ClusterEvent, StorageEvent } from './queue/cluster-event.js'
import type { SchedulingQueue } from './queue/scheduling-queue.js'
import type { StorageInformers } from './volumes/storage-state.js'

/** Tells the queue of changes of claims, volumes and what belongs to them. */
export function watchStorage(informers: StorageInformers, queue: SchedulingQueue): void {
  informers.claims.addEventHandler(notifying('claim', queue))
  informers.volumes.addEventHandler(notifying('volume', queue))
  informers.classes.addEventHandler(notifying('class', queue))
  informers.csiNodes.addEventHandler(notifying('csinode', queue))
  informers.capacities.addEventHandler(notifying('capacity', queue))
  informers.attachments.addEventHandler(notifying('attachment', queue))
}

type ObjectOf<R extends string> =
  Extract<ClusterEvent, StorageEvent<R, unknown>> extends StorageEvent<R, infer T> ? T & KubernetesObject : never

function notifying<R extends 'claim' | 'volume' | 'class' | 'csinode' | 'capacity' | 'attachment'>(
  resource: R,
  queue: SchedulingQueue,
): EventHandler<ObjectOf<R>> {
  // The resource says of which kind the objects are, which the union of events cannot express.
  const notify = (event: StorageEvent<R, ObjectOf<R>>): void => queue.notify(event as unknown as ClusterEvent)
  return {
    onAdd: (object) => notify({ resource, change: 'add', new: object }),
    onUpdate: (old, object) => notify({ resource, change: 'update', old, new: object }),
    onDelete: (object) => notify({ resource, change: 'delete', old: object }),
  }
}
