import { labelSelectorAsSelector } from '../../labels/label-selector.js'
import { getControllerOfNoCopy } from '../../meta/owner-references.js'
import { humanDuration } from '../../scalar/human-duration.js'
import { parseTime } from '../../scalar/time.js'
import { parseGroupVersion } from '../../schema/parse.js'
import type { ControllerRevision, DaemonSet, Deployment, ReplicaSet, StatefulSet } from '../apps/v1/types.gen.js'
import type { CronJob, Job } from '../batch/v1/types.gen.js'
import { structsOf } from '../validation/go-values.js'
import { ageCell, cells, containerCells, labelsCell, type RowPrinters, selectorCell } from './cells.js'

/** Rows of `apps`. Source: pkg/printers/internalversion of Kubernetes. */
export const appsPrinters: RowPrinters = {
  ControllerRevision: cells<ControllerRevision>((object, { name, age }) => {
    const owner = getControllerOfNoCopy(object)
    const group = owner === undefined ? '' : parseGroupVersion(owner.apiVersion ?? '').group
    const kind = owner === undefined ? '' : `${owner.kind ?? ''}${group === '' ? '' : `.${group}`}`.toLowerCase()
    return [name, owner === undefined ? '<none>' : `${kind}/${owner.name ?? ''}`, Number(object.revision ?? 0), age]
  }),
  DaemonSet: cells<DaemonSet>(({ spec, status }, { name, age }) => {
    const pod = spec?.template?.spec
    return [
      name,
      status?.desiredNumberScheduled ?? 0,
      status?.currentNumberScheduled ?? 0,
      status?.numberReady ?? 0,
      status?.updatedNumberScheduled ?? 0,
      status?.numberAvailable ?? 0,
      labelsCell(pod?.nodeSelector),
      age,
      ...containerCells(pod?.containers),
      selectorCell(spec?.selector),
    ]
  }),
  Deployment: cells<Deployment>(({ spec, status }, { name, age }) => {
    const selector = labelSelectorAsSelector(spec?.selector as Parameters<typeof labelSelectorAsSelector>[0])
    return [
      name,
      `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
      status?.updatedReplicas ?? 0,
      status?.availableReplicas ?? 0,
      age,
      ...containerCells(spec?.template?.spec?.containers),
      selector.toString(),
    ]
  }),
  ReplicaSet: cells<ReplicaSet>(({ spec, status }, { name, age }) => {
    const counts = [spec?.replicas ?? 0, status?.replicas ?? 0, status?.readyReplicas ?? 0]
    return [name, ...counts, age, ...containerCells(spec?.template?.spec?.containers), selectorCell(spec?.selector)]
  }),
  StatefulSet: cells<StatefulSet>(({ spec, status }, { name, age }) => {
    const ready = `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`
    return [name, ready, age, ...containerCells(spec?.template?.spec?.containers)]
  }),
}

/** Rows of `batch`. */
export const batchPrinters: RowPrinters = {
  CronJob: cells<CronJob>(({ spec, status }, facts) => {
    const { suspend, jobTemplate } = spec ?? {}
    return [
      facts.name,
      spec?.schedule ?? '',
      spec?.timeZone ?? '<none>',
      suspend === undefined || suspend === null ? '<unset>' : suspend ? 'True' : 'False',
      status?.active?.length ?? 0,
      status?.lastScheduleTime ? ageCell(status.lastScheduleTime, facts) : '<none>',
      facts.age,
      ...containerCells(jobTemplate?.spec?.template?.spec?.containers),
      selectorCell(jobTemplate?.spec?.selector),
    ]
  }),
  Job: cells<Job>((job, facts) => {
    const { spec, status } = job
    return [
      facts.name,
      jobStatus(job),
      completions(job),
      status?.startTime ? durationText(status.startTime, status.completionTime ?? facts.now.toISOString()) : '',
      facts.age,
      ...containerCells(spec?.template?.spec?.containers),
      selectorCell(spec?.selector),
    ]
  }),
}

function jobStatus({ metadata, status }: Job): string {
  const has = (wanted: string): boolean =>
    structsOf(status?.conditions).some(({ type, status: value }) => type === wanted && value === 'True')
  if (has('Complete')) return 'Complete'
  if (has('Failed')) return 'Failed'
  if (metadata?.deletionTimestamp) return 'Terminating'
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find(has) ?? 'Running'
}

function completions({ spec, status }: Job): string {
  const done = status?.succeeded ?? 0
  if (spec?.completions !== undefined && spec.completions !== null) return `${done}/${spec.completions}`
  const parallelism = spec?.parallelism ?? 0
  return parallelism > 1 ? `${done}/1 of ${parallelism}` : `${done}/1`
}

function durationText(from: string, to: string): string {
  const [start, end] = [parseTime(from), parseTime(to)]
  return humanDuration(BigInt(end.seconds - start.seconds) * 1_000_000_000n)
}
