import { humanDuration } from '../../../scalar/human-duration.js'
import { parseTime } from '../../../scalar/time.js'
import { containerCells, selectorCell } from '../../tables/cells.js'
import { ageColumn, column, nameColumn, wideColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import { structsOf } from '../../validation/go-values.js'
import type { Job } from '../v1/types.gen.js'

/** How a Job is shown. */
export const jobTable: KindTable<Job> = {
  columns: [
    nameColumn,
    column('Status', 'string', 'Status of the job.'),
    column(
      'Completions',
      'string',
      'The number of pods which reached phase Succeeded. The value increases monotonically for a given spec. However, it may decrease in reaction to scale down of elastic indexed jobs.',
    ),
    column('Duration', 'string', 'Time required to complete the job.'),
    ageColumn,
    wideColumn('Containers', 'string', 'Names of each container in the template.'),
    wideColumn('Images', 'string', 'Images referenced by each container in the template.'),
    wideColumn(
      'Selector',
      'string',
      'A label query over pods that should match the pod count. Normally, the system sets this field for you. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
    ),
  ],
  cells: (job, facts) => {
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
  },
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
