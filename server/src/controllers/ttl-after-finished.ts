import { objectKey } from '@apimachinery/client/cache'
import { Job } from 'apimachinery/api/batch/v1'
import { type Controller, type ControllerContext, isDeleting, reconcileLoop } from './controller.js'

/** Deletes finished jobs after `ttlSecondsAfterFinished`. Source: pkg/controller/ttlafterfinished of Kubernetes. */
export function ttlAfterFinishedController(context: ControllerContext): Controller {
  const { client, informers, clock } = context
  const informer = informers.informerFor(Job)

  async function reconcile(key: string): Promise<number | undefined> {
    const job = informer.lister.getByKey(key)
    const left = job === undefined ? undefined : timeLeft(job)
    if (job === undefined || left === undefined || left > 0) return left
    // The informer may be late: the job may have more time by now, or be another one.
    const { name = '', namespace = '' } = job.metadata ?? {}
    const own = client.resource(Job).namespace(namespace)
    const latest = await own.get(name)
    const reallyLeft = timeLeft(latest)
    if (reallyLeft === undefined || reallyLeft > 0) return reallyLeft
    const preconditions = { uid: latest.metadata?.uid }
    await own.delete(name, { propagationPolicy: 'Foreground', preconditions })
    return undefined
  }

  /** Milliseconds until a job is to be deleted; undefined for one that is not. */
  function timeLeft(job: Job): number | undefined {
    const seconds = job.spec?.ttlSecondsAfterFinished
    const finished = finishedAt(job)
    if (isDeleting(job) || typeof seconds !== 'number' || finished === undefined) return undefined
    return finished + seconds * 1000 - clock.now()
  }

  const loop = reconcileLoop({ name: 'ttl-after-finished', context, reconcile })
  return {
    name: 'ttl-after-finished',
    start() {
      const add = (job: Job) => loop.add(objectKey(job))
      informer.addEventHandler({ onAdd: add, onUpdate: (_old, job) => add(job) })
      loop.start()
    },
    stop: () => loop.stop(),
  }
}

/** When a job completed or failed, milliseconds since the epoch. */
function finishedAt({ status }: Job): number | undefined {
  const finished = status?.conditions?.find(
    ({ type, status: is }) => (type === 'Complete' || type === 'Failed') && is === 'True',
  )
  const time = finished?.lastTransitionTime
  return time === undefined || time === null ? undefined : Date.parse(String(time))
}
