import { objectKey } from '@apimachinery/client/cache'
import { Endpoints, Service } from 'apimachinery/api/core/v1'
import { EndpointSlice } from 'apimachinery/api/discovery/v1'
import { hasStatusCause, messageOf } from 'apimachinery/errors'
import { type Controller, type ControllerContext, isDeleting, reconcileLoop } from '../controller.js'
import type { SliceChanges } from '../endpointslice-controller/slice-changes.js'
import { hasSelector } from '../service-endpoints/services-of-pod.js'
import { managedByLabel, SliceTracker, serviceKeyOf, staleDelay } from '../service-endpoints/slice-tracker.js'
import { watchSlices } from '../service-endpoints/watch-slices.js'
import { mirrorChanges, mirrorControllerName } from './mirror-slices.js'
import { type Mirrored, maxMirrored, mirroredEndpoints } from './mirrored-endpoints.js'

const skipMirror = 'endpointslice.kubernetes.io/skip-mirror'
const leader = 'control-plane.alpha.kubernetes.io/leader'

/**
 * Mirrors Endpoints of services without selector into EndpointSlices.
 *
 * Source: pkg/controller/endpointslicemirroring of Kubernetes.
 */
export function endpointSliceMirroringController(context: ControllerContext): Controller {
  const { client, informers, events } = context
  const services = informers.informerFor(Service)
  const endpoints = informers.informerFor(Endpoints)
  const slices = informers.informerFor(EndpointSlice)
  const tracker = new SliceTracker()

  async function reconcile(key: string): Promise<undefined> {
    const object = endpoints.lister.getByKey(key)
    const service = services.lister.getByKey(key)
    const existing = slicesOf(key)
    if (object === undefined || !isMirrored(object) || service === undefined || hasSelector(service.spec?.selector)) {
      tracker.forget(key)
      for (const slice of existing) await client.delete(slice)
      return undefined
    }
    if (tracker.isStale(key, existing)) return later(key)
    const mirrored = mirroredEndpoints(object)
    report(object, mirrored)
    await write(object, mirrorChanges(object, mirrored, { existing, tracker }))
    return undefined
  }

  function slicesOf(key: string): EndpointSlice[] {
    const [namespace = ''] = key.split('/')
    const all = slices.lister.namespace(namespace).list()
    return all.filter((slice) => isManaged(slice) && serviceKeyOf(slice) === key)
  }

  function report(object: Endpoints, { invalid, skipped }: Mirrored): void {
    if (invalid > 0) {
      const message = `Skipped ${invalid} invalid IP addresses when mirroring to EndpointSlices`
      events.event(object, 'Warning', 'InvalidIPAddress', message)
    }
    if (skipped <= invalid) return
    const message = `A max of ${maxMirrored} addresses can be mirrored to EndpointSlices per Endpoints subset. ${skipped} addresses were skipped`
    events.event(object, 'Warning', 'TooManyAddressesToMirror', message)
  }

  async function write(object: Endpoints, { create, update, delete: remove }: SliceChanges): Promise<void> {
    for (const slice of isDeleting(object) ? [] : create) {
      try {
        tracker.wrote(await client.create(slice))
      } catch (error) {
        if (hasStatusCause(error, 'NamespaceTerminating')) return
        const of = `Endpoints ${objectKey(object)}`
        throw new Error(`failed to create EndpointSlice for ${of}: ${messageOf(error)}`, { cause: error })
      }
    }
    for (const slice of update) tracker.wrote(await client.update(slice))
    for (const slice of remove) {
      await client.delete(slice)
      tracker.deleted(slice)
    }
  }

  /** The informer has not heard yet of what was written last. */
  function later(key: string): undefined {
    loop.addAfter(key, staleDelay)
  }

  const name = 'endpointslice-mirroring-controller'
  const loop = reconcileLoop({ name, context, reconcile, backoff: [1000, 100_000] })
  return {
    name,
    start() {
      const add = (object: Service | Endpoints): void => loop.add(objectKey(object))
      const withoutSelector = (service: Service): void => {
        if (!hasSelector(service.spec?.selector)) add(service)
      }
      const mirrored = (object: Endpoints): void => {
        if (isMirrored(object)) add(object)
      }
      const registrations = [
        services.addEventHandler({
          onAdd: withoutSelector,
          onUpdate(old, service) {
            if (hasSelector(old.spec?.selector) !== hasSelector(service.spec?.selector)) add(service)
          },
          onDelete: withoutSelector,
        }),
        endpoints.addEventHandler({
          onAdd: mirrored,
          onUpdate(old, object) {
            if (isMirrored(old) || isMirrored(object)) add(object)
          },
          onDelete: mirrored,
        }),
        watchSlices(slices, { tracker, isManaged, add: (key) => loop.add(key) }),
      ]
      void Promise.all(registrations.map(({ synced }) => synced)).then(() => loop.start())
    },
    stop: () => loop.stop(),
  }
}

function isManaged({ metadata }: EndpointSlice): boolean {
  return metadata?.labels?.[managedByLabel] === mirrorControllerName
}

function isMirrored({ metadata }: Endpoints): boolean {
  return metadata?.labels?.[skipMirror] !== 'true' && metadata?.annotations?.[leader] === undefined
}
