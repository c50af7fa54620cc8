import { objectKey } from '@apimachinery/client/cache'
import { Job } from 'apimachinery/api/batch/v1'
import { type Controller, type ControllerContext, isDeleting, reconcileLoop } from './controller.js'

/** Deletes finished jobs after `ttlSecondsAfterFinished`. Source: pkg/controller/ttlafterfinished of Kubernetes. */
export function ttlAfterFinishedController(context: ControllerContext): Controller {
  const { client, informers, clock } = context
  const informer = informers.informerFor(Job)

  async function reconcile(key: string): Promise<number | undefined> {
    const job = informer.lister.getByKey(key)
    if (job === undefined || isDeleting(job)) return undefined
    const seconds = job.spec?.ttlSecondsAfterFinished
    const finished = finishedAt(job)
    if (typeof seconds !== 'number' || finished === undefined) return undefined
    const left = finished + seconds * 1000 - clock.now()
    if (left > 0) return left
    const uid = job.metadata?.uid
    const options = { propagationPolicy: 'Foreground', preconditions: { uid } as never }
    await client
      .resource(Job)
      .namespace(job.metadata?.namespace ?? '')
      .delete(job.metadata?.name ?? '', options)
    return undefined
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
