import type { Lister } from '@apimachinery/client/cache'
import type { ReplicaSet, StatefulSet } from 'apimachinery/api/apps/v1'
import type { ReplicationController, Service } from 'apimachinery/api/core/v1'
import { labelSelectorAsSelector, type Selector, selectorFromSet } from 'apimachinery/labels'
import { getControllerOf } from 'apimachinery/meta'
import type { PodInfo } from '../../state/pod-info.js'

/** Reads what may select a pod. */
export interface OwnerListers {
  readonly services: Lister<Service>
  readonly replicationControllers: Lister<ReplicationController>
  readonly replicaSets: Lister<ReplicaSet>
  readonly statefulSets: Lister<StatefulSet>
}

/** The labels by which services and the owner of a pod select it, all together. Source: `DefaultSelector` of plugins/helper. */
export function ownerSelector(pod: PodInfo, listers: OwnerListers): Selector {
  const set: Record<string, string> = {}
  for (const { spec } of listers.services.namespace(pod.namespace).list()) {
    const selector = spec?.selector
    if (selector !== undefined && selectorFromSet(selector).matches(pod.labels)) Object.assign(set, selector)
  }
  const owner = getControllerOf(pod.pod)
  const place = { namespace: pod.namespace, name: owner?.name ?? '' }
  switch (`${owner?.apiVersion} ${owner?.kind}`) {
    case 'v1 ReplicationController':
      Object.assign(set, listers.replicationControllers.get(place)?.spec?.selector)
      return selectorFromSet(set)
    case 'apps/v1 ReplicaSet':
      return withRequirements(set, listers.replicaSets.get(place)?.spec?.selector)
    case 'apps/v1 StatefulSet':
      return withRequirements(set, listers.statefulSets.get(place)?.spec?.selector)
    default:
      return selectorFromSet(set)
  }
}

function withRequirements(set: Readonly<Record<string, string>>, selector: object | undefined): Selector {
  const base = selectorFromSet(set)
  if (selector === undefined) return base
  return base.add(...labelSelectorAsSelector(selector).requirements().requirements)
}
