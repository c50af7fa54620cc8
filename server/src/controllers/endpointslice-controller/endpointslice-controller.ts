import { objectKey } from '@apimachinery/client/cache'
import { Node, Pod, Service } from 'apimachinery/api/core/v1'
import { EndpointSlice } from 'apimachinery/api/discovery/v1'
import { messageOf } from 'apimachinery/errors'
import { type Controller, type ControllerContext, isDeleting, reconcileLoop } from '../controller.js'
import { podsOfService, watchPods } from '../service-endpoints/services-of-pod.js'
import { SliceTracker, serviceNameLabel, staleDelay } from '../service-endpoints/slice-tracker.js'
import { TriggerTimes } from '../service-endpoints/trigger-times.js'
import { watchSlices } from '../service-endpoints/watch-slices.js'
import { TopologyCache } from './hints/topology-cache.js'
import { isManaged, SliceReconciler } from './slice-reconciler.js'

/** Milliseconds after which a slice that somebody else changed is repaired. */
const repairDelay = 1000
const zoneLabel = 'topology.kubernetes.io/zone'
const nodesKey = 'nodes'

/** Writes the EndpointSlices of services that have a selector. Source: pkg/controller/endpointslice of Kubernetes. */
export function endpointSliceController(context: ControllerContext): Controller {
  const { client, informers, events } = context
  const services = informers.informerFor(Service)
  const pods = informers.informerFor(Pod)
  const nodes = informers.informerFor(Node)
  const slices = informers.informerFor(EndpointSlice)
  const tracker = new SliceTracker()
  const times = new TriggerTimes()
  const topology = new TopologyCache()
  const reconciler = new SliceReconciler({
    client,
    tracker,
    topology,
    nodes: nodes.lister,
    onEvent: (service, { type, reason, message }) => events.event(service, type, reason, message),
  })

  async function reconcile(key: string): Promise<undefined> {
    const service = services.lister.getByKey(key)
    if (service === undefined) {
      times.forget(key)
      tracker.forget(key)
      return undefined
    }
    const selected = podsOfService(service, pods.lister)
    if (selected === undefined) return undefined
    const existing = slicesOf(service)
    if (tracker.isStale(key, existing)) return later(key)
    const time = times.next(service, selected)
    try {
      await reconciler.reconcile({ service, pods: selected, existing, time })
    } catch (error) {
      const message = `Error updating Endpoint Slices for Service ${key}: ${messageOf(error)}`
      events.event(service, 'Warning', 'FailedToUpdateEndpointSlices', message)
      throw error
    }
    return undefined
  }

  /** Slices that are being deleted do not count, so that the controller does not wait for them. */
  function slicesOf({ metadata }: Service): EndpointSlice[] {
    const all = slices.lister.namespace(metadata?.namespace ?? '').list()
    return all.filter(
      (slice) =>
        isManaged(slice) && slice.metadata?.labels?.[serviceNameLabel] === metadata?.name && !isDeleting(slice),
    )
  }

  async function reviewNodes(): Promise<undefined> {
    topology.setNodes(nodes.lister.list())
    for (const key of topology.overloaded()) loop.add(key)
    return undefined
  }

  /** The informer has not heard yet of what was written last. */
  function later(key: string): undefined {
    loop.addAfter(key, staleDelay)
  }

  const name = 'endpointslice-controller'
  const loop = reconcileLoop({ name, context, reconcile, backoff: [1000, 1_000_000] })
  const nodeLoop = reconcileLoop({ name, context, reconcile: reviewNodes })
  return {
    name,
    start() {
      const add = (service: Service): void => loop.add(objectKey(service))
      const review = (): void => nodeLoop.add(nodesKey)
      const registrations = [
        services.addEventHandler({ onAdd: add, onUpdate: (_old, service) => add(service), onDelete: add }),
        watchPods(pods, services, (key) => loop.add(key)),
        watchSlices(slices, { tracker, isManaged, add: (key) => loop.addAfter(key, repairDelay) }),
        nodes.addEventHandler({
          onAdd: review,
          onUpdate(old, node) {
            const zone = ({ metadata }: Node): string => metadata?.labels?.[zoneLabel] ?? ''
            if (isNodeReady(old) !== isNodeReady(node) || zone(old) !== zone(node)) review()
          },
          onDelete: review,
        }),
      ]
      void Promise.all(registrations.map(({ synced }) => synced)).then(() => {
        loop.start()
        nodeLoop.start()
      })
    },
    async stop() {
      await Promise.all([loop.stop(), nodeLoop.stop()])
    },
  }
}

function isNodeReady({ status }: Node): boolean {
  return status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True'
}
