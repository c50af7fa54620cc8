import { objectKey, type SharedInformer } from '@apimachinery/client/cache'
import type { Job } from 'apimachinery/api/batch/v1'
import { Pod } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import { labelSelectorAsSelector } from 'apimachinery/labels'
import { getControllerOf } from 'apimachinery/meta'
import { PatchType } from 'apimachinery/patch'
import { getName, getNamespace } from 'apimachinery/runtime'
import { KeyQueue } from '../../internal/key-queue.js'
import type { ControllerContext } from '../controller.js'
import { isFinished, isManagedElsewhere, isTracked } from './job-facts.js'
import { withoutFinalizer } from './job-pods.js'
import { jobOfPod } from './owner-jobs.js'

/** What {@link OrphanPods} works with. */
export interface OrphanPodsParts {
  readonly context: ControllerContext
  readonly jobs: SharedInformer<Job>
  readonly pods: SharedInformer<Pod>
}

/** Removes the finalizer of pods of which no job will count the end: that of their job is gone or has ended. */
export class OrphanPods {
  readonly #parts: OrphanPodsParts
  readonly #queue: KeyQueue

  constructor(parts: OrphanPodsParts) {
    this.#parts = parts
    const { onError, pace } = parts.context
    this.#queue = new KeyQueue({
      sync: (key) => this.#release(key),
      onError: (error) => onError(error, 'job-controller'),
      clock: pace,
    })
  }

  start(): void {
    this.#queue.start()
  }

  stop(): Promise<void> {
    return this.#queue.stop()
  }

  add(pod: Pod): void {
    if (isTracked(pod)) this.#queue.add(objectKey(pod))
  }

  /** The pods that the selector of a job selects. */
  addPodsOf(job: Job): void {
    const selector = labelSelectorAsSelector(job.spec?.selector)
    for (const pod of this.#parts.pods.lister.namespace(getNamespace(job)).list(selector)) this.add(pod)
  }

  async #release(key: string): Promise<void> {
    const { context, jobs, pods } = this.#parts
    const pod = pods.lister.getByKey(key)
    if (pod === undefined || !isTracked(pod)) return
    const owner = getControllerOf(pod)
    if (owner !== undefined && (owner.kind !== 'Job' || owner.apiVersion !== 'batch/v1')) return
    const job = jobOfPod(jobs, pod)
    if (job !== undefined && (isManagedElsewhere(job) || !isFinished(job))) return
    const own = context.client.resource(Pod).namespace(getNamespace(pod))
    const patch = { type: PatchType.StrategicMerge, body: withoutFinalizer }
    await own.patch(getName(pod), patch).catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    })
  }
}
