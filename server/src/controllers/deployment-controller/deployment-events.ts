import { objectKey, type SharedInformer } from '@apimachinery/client/cache'
import type { Deployment, ReplicaSet } from 'apimachinery/api/apps/v1'
import type { Pod } from 'apimachinery/api/core/v1'
import { labelSelectorAsSelector } from 'apimachinery/labels'
import { getControllerOfNoCopy } from 'apimachinery/meta'
import { getLabels, getNamespace, getUID, type KubernetesObject } from 'apimachinery/runtime'
import { isDeleting } from '../controller.js'
import { sameLabels } from '../replicaset-controller/replica-events.js'

/** Where deployments are found, and how they are waked. */
export interface DeploymentEventsOptions {
  readonly deployments: SharedInformer<Deployment>
  readonly sets: SharedInformer<ReplicaSet>
  /** Whether a deployment has pods. */
  readonly hasPods: (deployment: Deployment) => boolean
  readonly wake: (key: string) => void
}

/** Wakes the deployments of sets that come, change and go, and of the last pods that go. */
export class DeploymentEvents {
  readonly #options: DeploymentEventsOptions

  constructor(options: DeploymentEventsOptions) {
    this.#options = options
  }

  setAdded(set: ReplicaSet): void {
    if (getControllerOfNoCopy(set) !== undefined || isDeleting(set)) this.setDeleted(set)
    else this.#wakeMatching(set)
  }

  setChanged(old: ReplicaSet, set: ReplicaSet): void {
    const [before, after] = [getControllerOfNoCopy(old)?.uid, getControllerOfNoCopy(set)?.uid]
    if (before !== after) this.setDeleted(old)
    if (after !== undefined) this.setDeleted(set)
    else if (before !== after || !sameLabels(getLabels(old), getLabels(set))) this.#wakeMatching(set)
  }

  setDeleted(set: ReplicaSet): void {
    const deployment = this.#deploymentOf(set)
    if (deployment !== undefined) this.#options.wake(objectKey(deployment))
  }

  /** A deployment that recreates its pods goes on when the last one has gone. */
  podDeleted(pod: Pod): void {
    const { sets, hasPods, wake } = this.#options
    const reference = getControllerOfNoCopy(pod)
    if (reference?.kind !== 'ReplicaSet') return
    const set = sets.lister.get({ namespace: getNamespace(pod), name: reference.name })
    if (set === undefined || getUID(set) !== reference.uid) return
    const deployment = this.#deploymentOf(set)
    if (deployment?.spec?.strategy?.type === 'Recreate' && !hasPods(deployment)) wake(objectKey(deployment))
  }

  #deploymentOf(object: KubernetesObject): Deployment | undefined {
    const reference = getControllerOfNoCopy(object)
    if (reference?.kind !== 'Deployment') return undefined
    const { lister } = this.#options.deployments
    const deployment = lister.get({ namespace: getNamespace(object), name: reference.name })
    return deployment !== undefined && getUID(deployment) === reference.uid ? deployment : undefined
  }

  #wakeMatching(set: ReplicaSet): void {
    const labels = getLabels(set)
    if (labels === undefined) return
    const { deployments, wake } = this.#options
    for (const deployment of deployments.lister.namespace(getNamespace(set)).list()) {
      const selector = labelSelectorAsSelector(deployment.spec?.selector)
      if (!selector.isEmpty() && selector.matches(labels)) wake(objectKey(deployment))
    }
  }
}
