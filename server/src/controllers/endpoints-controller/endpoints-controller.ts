import { objectKey } from '@apimachinery/client/cache'
import { type EndpointSubset, Endpoints, Pod, Service } from 'apimachinery/api/core/v1'
import { hasStatusCause, isForbidden, isNotFound, messageOf } from 'apimachinery/errors'
import { type Controller, type ControllerContext, reconcileLoop } from '../controller.js'
import { hasClusterIP } from '../service-endpoints/pod-endpoint.js'
import { equalMaps } from '../service-endpoints/pod-membership.js'
import { podsOfService, watchPods } from '../service-endpoints/services-of-pod.js'
import { staleDelay } from '../service-endpoints/slice-tracker.js'
import { TriggerTimes, withTriggerTime } from '../service-endpoints/trigger-times.js'
import { endpointSubsets } from './endpoint-subsets.js'
import { repackSubsets } from './repack-subsets.js'
import { countAddresses, maxAddresses, overCapacity, truncatedSubsets } from './truncate-endpoints.js'

const managedBy = 'endpoints.kubernetes.io/managed-by'
const headless = 'service.kubernetes.io/headless'
const leader = 'control-plane.alpha.kubernetes.io/leader'
const ownLabels: readonly string[] = [managedBy, headless]

/** Writes the Endpoints of services that have a selector. Source: pkg/controller/endpoint of Kubernetes. */
export function endpointsController(context: ControllerContext): Controller {
  const { client, informers, events } = context
  const services = informers.informerFor(Service)
  const pods = informers.informerFor(Pod)
  const endpoints = informers.informerFor(Endpoints)
  const times = new TriggerTimes()
  /** By key: the version that was replaced. The informer is late while it has it. */
  const replaced = new Map<string, string>()

  async function reconcile(key: string): Promise<undefined> {
    const service = services.lister.getByKey(key)
    if (service === undefined) return remove(key)
    const selected = podsOfService(service, pods.lister)
    if (selected === undefined) return undefined
    const time = times.next(service, selected)
    const subsets = endpointSubsets(service, selected)
    const current = endpoints.lister.getByKey(key)
    if (current !== undefined && current.metadata?.resourceVersion === replaced.get(key)) return later(key)
    if (current !== undefined && isUpToDate(current, service, subsets)) return undefined
    await write(service, current, wanted(service, { subsets, time, annotations: current?.metadata?.annotations }))
    return undefined
  }

  async function remove(key: string): Promise<undefined> {
    const [namespace = '', name = ''] = key.split('/')
    await client
      .resource(Endpoints)
      .namespace(namespace)
      .delete(name)
      .catch((error: unknown) => {
        if (!isNotFound(error)) throw error
      })
    times.forget(key)
    replaced.delete(key)
    return undefined
  }

  async function write(service: Service, current: Endpoints | undefined, next: Endpoints): Promise<void> {
    const { name = '', namespace = '' } = service.metadata ?? {}
    try {
      if (current === undefined) return void (await client.create(next))
      const updated = await client.update(
        new Endpoints({ ...next, metadata: { ...current.metadata, ...next.metadata } }),
      )
      const before = current.metadata?.resourceVersion ?? ''
      if (updated.metadata?.resourceVersion !== before) replaced.set(objectKey(service), before)
    } catch (error) {
      if (current === undefined && isForbidden(error) && hasStatusCause(error, 'NamespaceTerminating')) return
      if (current === undefined)
        events.event(
          next,
          'Warning',
          'FailedToCreateEndpoint',
          `Failed to create endpoint for service ${namespace}/${name}: ${messageOf(error)}`,
        )
      else
        events.event(
          next,
          'Warning',
          'FailedToUpdateEndpoint',
          `Failed to update endpoint ${namespace}/${name}: ${messageOf(error)}`,
        )
      throw error
    }
  }

  /** The informer has not heard yet of what was written last. */
  function later(key: string): undefined {
    loop.addAfter(key, staleDelay)
  }

  const loop = reconcileLoop({ name: 'endpoints-controller', context, reconcile })
  return {
    name: 'endpoints-controller',
    start() {
      const add = (object: Service | Endpoints): void => loop.add(objectKey(object))
      const registrations = [
        services.addEventHandler({ onAdd: add, onUpdate: (_old, service) => add(service), onDelete: add }),
        watchPods(pods, services, (key) => loop.add(key)),
        endpoints.addEventHandler({ onDelete: add }),
      ]
      void Promise.all(registrations.map(({ synced }) => synced)).then(() => {
        for (const object of endpoints.lister.list()) {
          // Those of elections belong to no service.
          if (object.metadata?.annotations?.[leader] === undefined) add(object)
        }
        loop.start()
      })
    },
    stop: () => loop.stop(),
  }
}

interface Wanted {
  readonly subsets: EndpointSubset[]
  readonly time: string | undefined
  readonly annotations: Readonly<Record<string, string>> | undefined
}

function wanted(service: Service, { subsets, time, annotations }: Wanted): Endpoints {
  const { name, namespace, labels } = service.metadata ?? {}
  const truncated = truncatedSubsets(subsets)
  const { [overCapacity]: _, ...rest } = withTriggerTime(annotations, time)
  const { [headless]: __, ...others } = labels ?? {}
  return new Endpoints({
    metadata: {
      name,
      namespace,
      labels: { ...others, ...(!hasClusterIP(service) && { [headless]: '' }), [managedBy]: 'endpoint-controller' },
      annotations: noneIfEmpty({ ...rest, ...(truncated !== undefined && { [overCapacity]: 'truncated' }) }),
    },
    subsets: truncated ?? subsets,
  })
}

function noneIfEmpty(map: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  return Object.keys(map).length > 0 ? map : undefined
}

function isUpToDate({ metadata, subsets = [] }: Endpoints, service: Service, next: readonly EndpointSubset[]): boolean {
  const { labels = {}, annotations = {} } = metadata ?? {}
  const others = Object.fromEntries(Object.entries(labels).filter(([key]) => !ownLabels.includes(key)))
  return (
    (sameSubsets(subsets, next) || sameSubsets(repackSubsets(subsets), next)) &&
    labels[managedBy] === 'endpoint-controller' &&
    equalMaps(others, service.metadata?.labels) &&
    countAddresses(subsets) <= maxAddresses &&
    annotations[overCapacity] === undefined
  )
}

function sameSubsets(a: readonly EndpointSubset[], b: readonly EndpointSubset[]): boolean {
  return subsetsText(a) === subsetsText(b)
}

/** What is compared: all but the versions of pods. */
function subsetsText(subsets: readonly EndpointSubset[]): string {
  const text = ({ addresses = [], notReadyAddresses = [], ports = [] }: EndpointSubset): unknown => [
    addresses.map(addressFacts),
    notReadyAddresses.map(addressFacts),
    ports.map(({ name = '', port, protocol = '', appProtocol }) => [name, port, protocol, appProtocol ?? null]),
  ]
  return JSON.stringify(subsets.map(text))
}

function addressFacts({
  ip,
  hostname = '',
  nodeName,
  targetRef,
}: NonNullable<EndpointSubset['addresses']>[number]): unknown {
  const { kind = '', namespace = '', name = '', uid = '', apiVersion = '', fieldPath = '' } = targetRef ?? {}
  return [ip, hostname, nodeName ?? null, targetRef && [kind, namespace, name, uid, apiVersion, fieldPath]]
}
