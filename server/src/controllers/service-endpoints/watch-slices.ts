import type { SharedInformer } from '@apimachinery/client/cache'
import type { EndpointSlice } from 'apimachinery/api/discovery/v1'
import { type SliceTracker, serviceKeyOf } from './slice-tracker.js'

/** Whose slices are watched, and who is told. */
export interface SliceWatchOptions {
  readonly tracker: SliceTracker
  readonly isManaged: (slice: EndpointSlice) => boolean
  /** Called with the key of the service. */
  readonly add: (key: string) => void
}

/** Names the services whose slices somebody else changed. */
export function watchSlices(
  slices: SharedInformer<EndpointSlice>,
  { tracker, isManaged, add }: SliceWatchOptions,
): { readonly synced: Promise<void> } {
  const again = (slice: EndpointSlice): void => {
    const key = serviceKeyOf(slice)
    if (key !== undefined) add(key)
  }
  return slices.addEventHandler({
    onAdd(slice) {
      if (isManaged(slice) && tracker.isForeign(slice)) again(slice)
    },
    onUpdate(old, slice) {
      // The generation does not count changes of labels.
      if (serviceKeyOf(old) !== serviceKeyOf(slice)) {
        again(slice)
        again(old)
      } else if (isManaged(old) !== isManaged(slice) || (isManaged(slice) && tracker.isForeign(slice))) again(slice)
    },
    onDelete(slice) {
      if (isManaged(slice) && tracker.has(slice) && !tracker.gone(slice)) again(slice)
    },
  })
}
