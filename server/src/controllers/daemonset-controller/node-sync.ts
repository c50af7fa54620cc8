import { objectKey, type SharedInformer } from '@apimachinery/client/cache'
import type { DaemonSet } from 'apimachinery/api/apps/v1'
import type { Pod } from 'apimachinery/api/core/v1'
import { asError, hasStatusCause, newAggregate } from 'apimachinery/errors'
import type { OwnWrites } from '../own-writes.js'
import type { PodControl } from '../pod-control/pod-control.js'
import { slowStart } from '../pod-control/slow-start.js'
import { daemonTemplate } from './daemon-template.js'
import type { Changes } from './node-decisions.js'

/** How many pods are created or deleted before the controller looks again. */
const burst = 250

/** Creates and deletes the pods of daemon sets. Source: `syncNodes` in pkg/controller/daemon of Kubernetes. */
export class NodeSync {
  readonly #control: PodControl
  readonly #pods: SharedInformer<Pod>
  readonly #writes: OwnWrites

  constructor(control: PodControl, pods: SharedInformer<Pod>, writes: OwnWrites) {
    this.#control = control
    this.#pods = pods
    this.#writes = writes
  }

  /** @returns whether there was something to do. @throws Aggregate of what failed. */
  async sync(set: DaemonSet, changes: Changes, hash: string): Promise<boolean> {
    const create = changes.create.slice(0, burst)
    const errors: Error[] = []
    const { error } = await slowStart(create.length, (index) => this.#create(set, hash, create[index] ?? ''))
    if (error !== undefined) errors.push(asError(error))
    const deletions = changes.delete.slice(0, burst).map((pod) => this.#delete(set, pod))
    for (const each of await Promise.allSettled(deletions)) {
      if (each.status === 'rejected') errors.push(asError(each.reason))
    }
    const failed = newAggregate(errors)
    if (failed !== undefined) throw failed
    return create.length + deletions.length > 0
  }

  async #create(set: DaemonSet, hash: string, node: string): Promise<void> {
    try {
      const pod = await this.#control.createFromTemplate(set, daemonTemplate(set, hash, node))
      this.#writes.wrote(objectKey(set), this.#pods, pod)
    } catch (error) {
      // Nothing can be created in a namespace that is being deleted.
      if (!hasStatusCause(error, 'NamespaceTerminating')) throw error
    }
  }

  async #delete(set: DaemonSet, pod: Pod): Promise<void> {
    if (await this.#control.delete(set, pod)) this.#writes.deleted(objectKey(set), this.#pods, pod)
  }
}
