import type { SharedInformer } from '@apimachinery/client/cache'
import { Deployment, ReplicaSet, StatefulSet } from 'apimachinery/api/apps/v1'
import { ReplicationController } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import { getControllerOf } from 'apimachinery/meta'
import type { OwnerReference } from 'apimachinery/meta/v1'
import { getUID, type KubernetesObject } from 'apimachinery/runtime'
import { GroupKind, GroupVersion, type GroupVersionResource, parseGroupVersion } from 'apimachinery/schema'
import type { ControllerContext } from '../controller.js'

/** How many pods a controller is to have. */
export interface ControllerScale {
  readonly uid: string
  readonly replicas: number
}

/** A reference to a controller, and the namespace of both. */
export interface ControllerPlace {
  readonly namespace: string
  readonly reference: OwnerReference
}

interface Scaled extends KubernetesObject {
  readonly spec?: { readonly replicas?: number | undefined } | undefined
}

/**
 * Finds how many pods controllers are to have: built-in ones by informers, others by their subresource `scale`. Source:
 * pkg/controller/disruption of Kubernetes.
 */
export class ControllerScales {
  readonly #client: ControllerContext['client']
  readonly #replicaSets: SharedInformer<ReplicaSet>
  readonly #deployments: SharedInformer<Deployment>
  readonly #sets: SharedInformer<StatefulSet>
  readonly #controllers: SharedInformer<ReplicationController>

  constructor({ client, informers }: ControllerContext) {
    this.#client = client
    this.#replicaSets = informers.informerFor(ReplicaSet)
    this.#deployments = informers.informerFor(Deployment)
    this.#sets = informers.informerFor(StatefulSet)
    this.#controllers = informers.informerFor(ReplicationController)
  }

  /** Waits until everything is known that is found without a request. */
  async synced(): Promise<void> {
    const all = [this.#replicaSets, this.#deployments, this.#sets, this.#controllers]
    await Promise.all(all.map((informer) => informer.waitForSync()))
  }

  /** @returns undefined for a controller that is gone. @throws for a kind that is unknown or has no scale */
  async find(place: ControllerPlace): Promise<ControllerScale | undefined> {
    const { group } = parseGroupVersion(place.reference.apiVersion)
    return this.#known(place, group) ?? (await this.#bySubresource(place, group))
  }

  #known(place: ControllerPlace, group: string): ControllerScale | undefined {
    const { kind } = place.reference
    if (kind === 'ReplicaSet' && isApps(group)) return this.#ofReplicaSet(place)
    if (kind === 'StatefulSet' && group === 'apps') return scaleOf(this.#sets, place)
    return kind === 'ReplicationController' && group === '' ? scaleOf(this.#controllers, place) : undefined
  }

  /** The scale of a ReplicaSet is that of its Deployment, where it has one. */
  #ofReplicaSet(place: ControllerPlace): ControllerScale | undefined {
    const { namespace, reference } = place
    const set = this.#replicaSets.lister.get({ namespace, name: reference.name })
    if (set === undefined || getUID(set) !== reference.uid) return undefined
    const owner = getControllerOf(set)
    if (owner?.kind !== 'Deployment') return scaleOf(this.#replicaSets, place)
    if (!isApps(parseGroupVersion(owner.apiVersion).group)) return undefined
    return scaleOf(this.#deployments, { namespace, reference: owner })
  }

  async #bySubresource({ namespace, reference }: ControllerPlace, group: string): Promise<ControllerScale | undefined> {
    const { version } = parseGroupVersion(reference.apiVersion)
    const { resource } = await this.#client.restMapper.restMapping(new GroupKind(group, reference.kind), version)
    try {
      const scale = await this.#client.resource(resource).namespace(namespace).scale().get(reference.name)
      const uid = getUID(scale)
      return uid === reference.uid ? { uid, replicas: scale.spec?.replicas ?? 0 } : undefined
    } catch (error) {
      if (!isNotFound(error)) throw error
      if (await this.#hasScale(resource)) return undefined
      const { group: of } = resource
      const name = of === '' ? resource.resource : `${resource.resource}.${of}`
      throw new Error(`${name} does not implement the scale subresource`, { cause: error })
    }
  }

  async #hasScale(resource: GroupVersionResource): Promise<boolean> {
    const { resources } = await this.#client.discovery.resourcesFor(new GroupVersion(resource.group, resource.version))
    return resources.some(({ name, kind }) => name === `${resource.resource}/scale` && kind === 'Scale')
  }
}

function isApps(group: string): boolean {
  return group === 'apps' || group === 'extensions'
}

function scaleOf<T extends Scaled>(
  informer: SharedInformer<T>,
  { namespace, reference }: ControllerPlace,
): ControllerScale | undefined {
  const object = informer.lister.get({ namespace, name: reference.name })
  if (object === undefined || getUID(object) !== reference.uid) return undefined
  return { uid: reference.uid, replicas: object.spec?.replicas ?? 1 }
}
