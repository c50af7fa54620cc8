import { Job } from 'apimachinery/api/batch/v1'
import { Pod } from 'apimachinery/api/core/v1'
import { getNamespace } from 'apimachinery/runtime'
import { timeFromDate } from 'apimachinery/scalar'
import { type Controller, type ControllerContext, isDeleting } from './controller.js'
import { ownerController } from './owner-controller.js'
import { createPod, deletePod, isReady, type OwnedPods, podsOf } from './pods-of-owner.js'

/** Runs the pods of a Job until enough have succeeded or too many failed. Source: pkg/controller/job of Kubernetes. */
export function jobController(context: ControllerContext): Controller {
  const { client, informers, clock } = context
  const jobs = informers.informerFor(Job)
  const pods = informers.informerFor(Pod)
  const now = () => timeFromDate(new Date(clock.now()))

  async function reconcile(key: string): Promise<undefined> {
    const job = jobs.lister.getByKey(key)
    if (job === undefined || isDeleting(job) || isFinished(job) || !pods.hasSynced()) return undefined
    const own = client.resource(Pod).namespace(getNamespace(job))
    const owned = podsOf(job, (await own.list({ labelSelector: `controller-uid=${job.metadata?.uid}` })).items)
    const { active, succeeded, failed } = owned
    const wanted = job.spec?.completions ?? 1
    const outcome = outcomeOf(job, owned)
    if (outcome === undefined && job.spec?.suspend !== true) {
      const room = Math.min(job.spec?.parallelism ?? 1, wanted - succeeded.length) - active.length
      for (let missing = room; missing > 0; missing--) await createPod(context, job, job.spec?.template)
    }
    if (outcome !== undefined) for (const pod of active) await deletePod(context, pod)
    const running = outcome === undefined ? active : []
    const status = {
      ...job.status,
      startTime: job.status?.startTime ?? now(),
      active: running.length,
      ready: running.filter(isReady).length,
      succeeded: succeeded.length,
      failed: failed.length,
      uncountedTerminatedPods: {},
      ...(outcome !== undefined && { conditions: conditionsOf(outcome) }),
      ...(outcome?.type === 'Complete' && { completionTime: now() }),
    }
    const same = (['active', 'ready', 'succeeded', 'failed'] as const).every(
      (field) => (job.status?.[field] ?? 0) === status[field],
    )
    if (same && outcome === undefined && job.status?.startTime) return undefined
    await client.updateStatus(new Job({ ...job, status } as never))
    return undefined
  }

  function conditionsOf({ type, reason, message }: Outcome): object[] {
    const times = { lastProbeTime: now(), lastTransitionTime: now() }
    const target = type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget'
    return [target, type].map((each) => ({ ...times, type: each, status: 'True', reason, message }))
  }

  return ownerController({ name: 'job', kind: 'Job', context, owners: jobs, owned: pods, reconcile })
}

interface Outcome {
  readonly type: 'Complete' | 'Failed'
  readonly reason: string
  readonly message: string
}

function outcomeOf({ spec }: Job, { succeeded, failed }: OwnedPods): Outcome | undefined {
  if (succeeded.length >= (spec?.completions ?? 1)) {
    return { type: 'Complete', reason: 'CompletionsReached', message: 'Reached expected number of succeeded pods' }
  }
  if (failed.length <= (spec?.backoffLimit ?? 6)) return undefined
  return { type: 'Failed', reason: 'BackoffLimitExceeded', message: 'Job has reached the specified backoff limit' }
}

function isFinished({ status }: Job): boolean {
  return (
    status?.conditions?.some(({ type, status: is }) => (type === 'Complete' || type === 'Failed') && is === 'True') ??
    false
  )
}
