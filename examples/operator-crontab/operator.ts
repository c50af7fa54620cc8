import {
  applyOwned,
  generationChanged,
  labelsChanged,
  Manager,
  type ManagerOptions,
  or,
  type ReconcileObjectContext,
  type ReconcileResult,
  setStatusCondition,
} from '@apimachinery/client/controller'
import { Job } from 'apimachinery/api/batch/v1'
import { isControlledBy } from 'apimachinery/meta'
import { Scheme } from 'apimachinery/runtime'
import { timeFromDate, timeToDate } from 'apimachinery/scalar'
import { type Clock, systemClock } from 'apimachinery/wait'
import { conversionHandler } from 'apimachinery/webhook'
import { addToScheme } from './conversion.js'
import { CronTab } from './generated/v1/types.gen.js'
import { ParsedSchedule } from './schedule.js'

/** Jobs that still run are deleted before a CronTab goes. */
export const cleanupFinalizer = 'batch.example.com/jobs'

const fieldManager = 'crontab-operator'

/** The manager of the operator, with its controller and, when it has a webhook server, the conversion. */
export function newOperator(options: ManagerOptions): Manager {
  const clock = options.clock ?? systemClock
  const manager = new Manager(options)
  manager.cache.addIndex(Job, 'owner', ({ metadata }) =>
    (metadata?.ownerReferences ?? []).flatMap(({ uid, controller }) => (controller === true ? [uid] : [])),
  )
  manager
    .controller(CronTab)
    .when(
      or<CronTab>(generationChanged, labelsChanged, ({ object }) => object.metadata?.deletionTimestamp !== undefined),
    )
    .owns(Job)
    .finalizer(cleanupFinalizer, deleteJobs)
    .reconcile(async (context) => {
      if (context.object !== undefined) return schedule(context as ReconcileObjectContext<CronTab>, clock)
      return undefined
    })
  const scheme = new Scheme()
  addToScheme(scheme)
  manager.webhooks.register('/convert', conversionHandler(scheme))
  return manager
}

/** Makes the job that is due, and says when to look again. */
async function schedule(context: ReconcileObjectContext<CronTab>, clock: Clock): Promise<ReconcileResult | undefined> {
  const { object, events } = context
  let parsed: ParsedSchedule
  try {
    parsed = new ParsedSchedule(object.spec.schedule)
  } catch (error) {
    const message = (error as Error).message
    events.event(object, { type: 'Warning', reason: 'InvalidSchedule', note: message })
    await writeStatus(context, clock, { status: 'False', reason: 'InvalidSchedule', message })
    return undefined
  }
  const now = clock.now()
  const due = lastDue(parsed, object, now)
  const suspended = object.spec.suspend === true
  if (due !== undefined && !suspended) await makeJob(context, due)
  await writeStatus(context, clock, {
    status: 'True',
    reason: suspended ? 'Suspended' : 'Scheduled',
    lastScheduleTime: suspended ? undefined : due,
  })
  const next = suspended ? undefined : parsed.next(now)
  return next === undefined ? undefined : { requeueAfter: next - now }
}

/** The latest time for which a job is to be made; those before it are left out, as nobody can make up for them. */
function lastDue(parsed: ParsedSchedule, { metadata, status }: CronTab, now: number): number | undefined {
  const since = timeToDate(status?.lastScheduleTime ?? metadata?.creationTimestamp ?? timeFromDate(new Date(now)))
  let last: number | undefined
  for (let next = parsed.next(Number(since)); next !== undefined && next <= now; next = parsed.next(next)) last = next
  return last
}

async function makeJob({ object, client, events }: ReconcileObjectContext<CronTab>, due: number): Promise<void> {
  const { name = '', namespace } = object.metadata ?? {}
  const { image, command } = object.spec
  // The same time gives the same name: a job is not made twice.
  const job = new Job({
    metadata: { name: `${name}-${Math.floor(due / 60_000)}`, ...(namespace !== undefined && { namespace }) },
    spec: {
      template: {
        spec: {
          restartPolicy: 'Never',
          containers: [{ name: 'run', image, ...(command !== undefined && { command }) }],
        },
      },
    },
  })
  await applyOwned(client, object, { object: job, fieldManager })
  events.event(object, { reason: 'JobCreated', action: 'CreateJob', note: `made ${job.metadata?.name}`, related: job })
}

async function writeStatus(
  { object, client, cache }: ReconcileObjectContext<CronTab>,
  clock: Clock,
  ready: { status: 'True' | 'False'; reason: string; message?: string; lastScheduleTime?: number | undefined },
): Promise<void> {
  const { status, reason, message = '', lastScheduleTime } = ready
  const conditions = structuredClone(object.status?.conditions ?? [])
  const generation = Number(object.metadata?.generation ?? 0)
  const condition = { type: 'Ready', status, reason, message, observedGeneration: generation }
  const changed = setStatusCondition(conditions, condition, { clock })
  const active = jobsOf(object, cache).filter((job) => job.status?.completionTime === undefined).length
  const last =
    lastScheduleTime === undefined ? object.status?.lastScheduleTime : timeFromDate(new Date(lastScheduleTime))
  const same = object.status?.active === active && object.status?.lastScheduleTime === last
  if (!changed && same) return
  await client.updateStatus(
    new CronTab({ ...object, status: { active, conditions, ...(last !== undefined && { lastScheduleTime: last }) } }),
  )
}

function jobsOf(object: CronTab, cache: ReconcileObjectContext<CronTab>['cache']): Job[] {
  return cache.byIndex(Job, 'owner', object.metadata?.uid ?? '').filter((job) => isControlledBy(job, object))
}

async function deleteJobs({ object, client, cache }: ReconcileObjectContext<CronTab>): Promise<void> {
  for (const job of jobsOf(object, cache)) {
    await client.delete(job, { propagationPolicy: 'Background' })
  }
}
