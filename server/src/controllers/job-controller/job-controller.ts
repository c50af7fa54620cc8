import { objectKey } from '@apimachinery/client/cache'
import { Job } from 'apimachinery/api/batch/v1'
import { Pod } from 'apimachinery/api/core/v1'
import { getControllerOf } from 'apimachinery/meta'
import { getGeneration } from 'apimachinery/runtime'
import { type Controller, type ControllerContext, isDeleting, reconcileLoop } from '../controller.js'
import { isFinished } from './job-facts.js'
import { JobPods } from './job-pods.js'
import { KeyBatches } from './key-batches.js'
import { OrphanPods } from './orphan-pods.js'
import { jobOfPod, jobsThatMayAdopt } from './owner-jobs.js'
import { JobSync } from './sync-job.js'

/** Runs the pods of jobs until enough have succeeded or too many have failed. Source: pkg/controller/job of Kubernetes. */
export function jobController(context: ControllerContext): Controller {
  const jobs = context.informers.informerFor(Job)
  const pods = context.informers.informerFor(Pod)
  const orphans = new OrphanPods({ context, jobs, pods })
  const jobSync = new JobSync({ context, jobs, pods: new JobPods({ context, jobs, pods }) })
  const reconcile = (key: string): Promise<number | undefined> => jobSync.sync(key)
  const loop = reconcileLoop({ name: 'job-controller', context, reconcile, backoff: [1000, 60_000] })
  const batches = new KeyBatches(context.pace, (key) => loop.add(key))
  const now = (job: Job): void => loop.add(objectKey(job))
  const soon = (job: Job): void => batches.add(objectKey(job))

  function onJobUpdate(old: Job, job: Job): void {
    if (isFinished(job)) orphans.addPodsOf(job)
    else if (getGeneration(old) === getGeneration(job)) soon(job)
    else now(job)
  }

  function onPod(pod: Pod): void {
    const job = jobOfPod(jobs, pod)
    const hasOwner = getControllerOf(pod) !== undefined
    if (isDeleting(pod) && (job === undefined || isFinished(job))) orphans.add(pod)
    if (job !== undefined) soon(job)
    if (hasOwner || isDeleting(pod)) return
    orphans.add(pod)
    for (const each of jobsThatMayAdopt(jobs, pod)) soon(each)
  }

  function onPodUpdate(old: Pod, pod: Pod): void {
    const before = getControllerOf(old)
    if (before !== undefined && before.uid !== getControllerOf(pod)?.uid) {
      const job = jobOfPod(jobs, old)
      if (job !== undefined) soon(job)
    }
    onPod(pod)
  }

  return {
    name: 'job-controller',
    start() {
      jobs.addEventHandler({
        onAdd: now,
        onUpdate: onJobUpdate,
        onDelete: (job) => {
          now(job)
          orphans.addPodsOf(job)
        },
      })
      const registration = pods.addEventHandler({ onAdd: onPod, onUpdate: onPodUpdate, onDelete: onPod })
      // Pods are counted, and a count is right only when all are known.
      void registration.synced.then(() => {
        loop.start()
        orphans.start()
      })
    },
    async stop() {
      batches.stop()
      await Promise.all([loop.stop(), orphans.stop()])
    },
  }
}
