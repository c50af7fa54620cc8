import { type Lister, objectKey, type SharedInformer } from '@apimachinery/client/cache'
import type { Pod, Service } from 'apimachinery/api/core/v1'
import { validatedSetSelector } from 'apimachinery/labels'
import { getNamespace } from 'apimachinery/runtime'
import { podChange } from './pod-membership.js'

/** The pods that a service selects; undefined for a service whose endpoints are kept by somebody else. */
export function podsOfService({ metadata, spec }: Service, pods: Lister<Pod>): Pod[] | undefined {
  if (spec?.type === 'ExternalName' || !hasSelector(spec?.selector)) return undefined
  return pods.namespace(metadata?.namespace ?? '').list(validatedSetSelector(spec?.selector ?? {}))
}

/** Reports whether a selector is there: an empty one is not kept by the server. */
export function hasSelector(selector: Readonly<Record<string, string>> | null | undefined): boolean {
  return selector !== undefined && selector !== null && Object.keys(selector).length > 0
}

/**
 * Names the services whose endpoints may change, whenever a pod does.
 *
 * Source: `GetPodUpdateProjectionKey` and `GetServicesToUpdate` of k8s.io/endpointslice/util.
 */
export function watchPods(
  pods: SharedInformer<Pod>,
  services: SharedInformer<Service>,
  add: (key: string) => void,
): { readonly synced: Promise<void> } {
  function servicesOf(pod: Pod): Set<string> {
    const labels = pod.metadata?.labels ?? {}
    const selecting = services.lister
      .namespace(getNamespace(pod))
      .list()
      .filter(({ spec }) => hasSelector(spec?.selector) && validatedSetSelector(spec?.selector ?? {}).matches(labels))
    return new Set(selecting.map(objectKey))
  }
  const all = (pod: Pod): void => servicesOf(pod).forEach(add)
  return pods.addEventHandler({
    onAdd: all,
    onUpdate(old, pod) {
      const change = podChange(old, pod)
      if (!change.pod && !change.services) return
      if (!change.services) return all(pod)
      const [before, after] = [servicesOf(old), servicesOf(pod)]
      const both = [...before].filter((key) => after.has(key))
      for (const key of new Set([...before, ...after])) if (change.pod || !both.includes(key)) add(key)
    },
    onDelete: all,
  })
}
