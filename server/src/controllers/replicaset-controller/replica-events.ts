import { objectKey, type SharedInformer } from '@apimachinery/client/cache'
import type { Pod } from 'apimachinery/api/core/v1'
import { getControllerOfNoCopy } from 'apimachinery/meta'
import { getLabels, getNamespace, getUID } from 'apimachinery/runtime'
import { isDeleting } from '../controller.js'
import type { PodExpectations } from '../pod-control/pod-expectations.js'
import type { ReplicaKind, ReplicaOwner } from './replica-kind.js'

/** Where owners are found, and how they are waked. */
export interface ReplicaEventsOptions<T extends ReplicaOwner> {
  readonly kind: ReplicaKind<T>
  readonly owners: SharedInformer<T>
  readonly expectations: PodExpectations
  /** Calls for the owner of a key at once, or with what else changes within some milliseconds. */
  readonly wake: (key: string, within?: number) => void
}

/**
 * Changes of pods that come within these milliseconds are counted together. Upstream's writes take about as long, so that pods which become
 * ready at once are one step of a rollout there, too.
 */
const together = 20

/** Wakes the owners of pods that come, change and go, and notes what they have waited for. */
export class ReplicaEvents<T extends ReplicaOwner> {
  readonly #options: ReplicaEventsOptions<T>

  constructor(options: ReplicaEventsOptions<T>) {
    this.#options = options
  }

  added(pod: Pod): void {
    if (isDeleting(pod)) {
      this.deleted(pod)
    } else if (getControllerOfNoCopy(pod) === undefined) {
      this.#wakeMatching(pod)
    } else {
      const { expectations, wake } = this.#options
      const key = this.#ownerOf(pod)
      if (key === undefined) return
      expectations.creationObserved(key)
      wake(key)
    }
  }

  changed(old: Pod, pod: Pod): void {
    const labelsChanged = !sameLabels(getLabels(old), getLabels(pod))
    if (isDeleting(pod)) {
      this.deleted(pod)
      if (labelsChanged) this.deleted(old)
      return
    }
    const { wake } = this.#options
    const [before, after] = [getControllerOfNoCopy(old)?.uid, getControllerOfNoCopy(pod)?.uid]
    if (before !== after) {
      const key = this.#ownerOf(old)
      if (key !== undefined) wake(key)
    }
    if (after === undefined) {
      if (labelsChanged || before !== after) this.#wakeMatching(pod)
      return
    }
    const key = this.#ownerOf(pod)
    if (key !== undefined) wake(key, together)
  }

  /** The pod is being deleted. */
  deleted(pod: Pod): void {
    this.#deletionObserved(pod, 0)
  }

  /** The pod is gone. */
  removed(pod: Pod): void {
    this.#deletionObserved(pod, isDeleting(pod) ? together : 0)
  }

  #deletionObserved(pod: Pod, within: number): void {
    const { expectations, wake } = this.#options
    const key = this.#ownerOf(pod)
    if (key === undefined) return
    expectations.deletionObserved(key, objectKey(pod))
    wake(key, within)
  }

  /** The key of the owner that controls a pod, if it is of the kind and there. */
  #ownerOf(pod: Pod): string | undefined {
    const { kind, owners } = this.#options
    const reference = getControllerOfNoCopy(pod)
    if (reference?.kind !== kind.type.groupVersionKind.kind) return undefined
    const owner = owners.lister.get({ namespace: getNamespace(pod), name: reference.name })
    return owner !== undefined && getUID(owner) === reference.uid ? objectKey(owner) : undefined
  }

  #wakeMatching(pod: Pod): void {
    const { kind, owners, wake } = this.#options
    const labels = getLabels(pod)
    if (labels === undefined || Object.keys(labels).length === 0) return
    for (const owner of owners.lister.namespace(getNamespace(pod)).list()) {
      const selector = kind.selectorOf(owner)
      if (!selector.isEmpty() && selector.matches(labels)) wake(objectKey(owner))
    }
  }
}

/** Whether two sets of labels are equal. */
export function sameLabels(
  a: Readonly<Record<string, string>> = {},
  b: Readonly<Record<string, string>> = {},
): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}
