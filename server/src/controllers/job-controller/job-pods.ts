import type { SharedInformer } from '@apimachinery/client/cache'
import { Job, JobTrackingFinalizer } from 'apimachinery/api/batch/v1'
import { Pod, type PodTemplateSpec } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import { labelSelectorAsSelector } from 'apimachinery/labels'
import { PatchType } from 'apimachinery/patch'
import { getName, getNamespace, getOwnerReferences, getUID } from 'apimachinery/runtime'
import type { ControllerContext } from '../controller.js'
import { OwnWrites } from '../own-writes.js'
import { ControllerIndex } from '../pod-control/controller-index.js'
import { ControllerRefManager } from '../pod-control/controller-ref-manager.js'
import { PodControl } from '../pod-control/pod-control.js'
import { isTracked } from './job-facts.js'

/** What {@link JobPods} works with. */
export interface JobPodsParts {
  readonly context: ControllerContext
  readonly jobs: SharedInformer<Job>
  readonly pods: SharedInformer<Pod>
}

/** Reads and writes the pods and the status of jobs, and remembers what the informers have yet to see. */
export class JobPods {
  readonly #parts: JobPodsParts
  readonly #control: PodControl
  readonly #index: ControllerIndex<Pod>
  readonly #writes = new OwnWrites()

  constructor(parts: JobPodsParts) {
    this.#parts = parts
    this.#control = new PodControl(parts.context)
    this.#index = new ControllerIndex(parts.pods)
  }

  /** Whether the informers have seen what was written for a job. */
  writesSeen(key: string): Promise<boolean> {
    return this.#writes.seen(key)
  }

  forget(key: string): void {
    this.#writes.forget(key)
  }

  /** The pods that a job controls, after those without controller that it selects were adopted. */
  async claim(job: Job): Promise<Pod[]> {
    const { client } = this.#parts.context
    const manager = new ControllerRefManager<Pod>({
      owner: job,
      selector: labelSelectorAsSelector(job.spec?.selector),
      patch: (pod, body) => this.#patch(job, pod, body),
      fresh: () => client.get(Job, { namespace: getNamespace(job), name: getName(job) }),
      finalizers: [JobTrackingFinalizer],
    })
    const owned = this.#index.controlledBy(job, 'Job')
    const claimed = await manager.claim([...owned, ...this.#index.orphans(getNamespace(job))])
    return claimed.map((pod) => asAdopted(job, pod))
  }

  async create(job: Job, template: PodTemplateSpec, generateName: string | undefined): Promise<void> {
    const pod = await this.#control.createFromTemplate(job, template, { generateName })
    this.#writes.wrote(keyOf(job), this.#parts.pods, pod)
  }

  /** Deletes a pod; its finalizer keeps it until its end is counted. */
  async delete(job: Job, pod: Pod): Promise<void> {
    if (await this.#control.delete(job, pod)) this.#writes.deleted(keyOf(job), this.#parts.pods, pod)
  }

  /** Deletes a pod of which the end does not count. */
  async deleteUncounted(job: Job, pod: Pod): Promise<void> {
    await this.release(job, pod)
    await this.delete(job, pod)
  }

  /** Removes the finalizer of a pod. */
  async release(job: Job, pod: Pod): Promise<void> {
    if (!isTracked(pod)) return
    await this.#patch(job, pod, withoutFinalizer).catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    })
  }

  async writeStatus(job: Job): Promise<Job> {
    const written = await this.#parts.context.client.updateStatus(job)
    this.#writes.wrote(keyOf(job), this.#parts.jobs, written)
    return written
  }

  async #patch(job: Job, pod: Pod, body: object): Promise<void> {
    const { context, pods } = this.#parts
    const own = context.client.resource(Pod).namespace(getNamespace(pod))
    const patched = await own.patch(getName(pod), { type: PatchType.StrategicMerge, body })
    this.#writes.wrote(keyOf(job), pods, patched)
  }
}

/** The patch that removes the finalizer of a pod. */
export const withoutFinalizer: object = {
  metadata: { '$deleteFromPrimitiveList/finalizers': [JobTrackingFinalizer] },
}

/** A pod as it is after its adoption, which the informer has not seen yet. */
function asAdopted(job: Job, pod: Pod): Pod {
  const wasOwned = getOwnerReferences(pod).some(({ uid }) => uid === getUID(job))
  if (wasOwned || isTracked(pod)) return pod
  const finalizers = [...(pod.metadata?.finalizers ?? []), JobTrackingFinalizer]
  return new Pod({ ...pod, metadata: { ...pod.metadata, finalizers } })
}

function keyOf(job: Job): string {
  return `${getNamespace(job)}/${getName(job)}`
}
