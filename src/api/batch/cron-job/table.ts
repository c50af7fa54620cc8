import { ageCell, containerCells, selectorCell } from '../../tables/cells.js'
import { ageColumn, column, nameColumn, wideColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { CronJob } from '../v1/types.gen.js'

/** How a CronJob is shown. */
export const cronJobTable: KindTable<CronJob> = {
  columns: [
    nameColumn,
    column('Schedule', 'string', 'The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron.'),
    column(
      'Timezone',
      'string',
      'The time zone name for the given schedule, see https://en.wikipedia.org/wiki/List_of_tz_database_time_zones. If not specified, this will default to the time zone of the kube-controller-manager process. The set of valid time zone names and the time zone offset is loaded from the system-wide time zone database by the API server during CronJob validation and the controller manager during execution. If no system-wide time zone database can be found a bundled version of the database is used instead. If the time zone name becomes invalid during the lifetime of a CronJob or due to a change in host configuration, the controller will stop creating new new Jobs and will create a system event with the reason UnknownTimeZone. More information can be found in https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#time-zones',
    ),
    column(
      'Suspend',
      'boolean',
      'This flag tells the controller to suspend subsequent executions, it does not apply to already started executions.  Defaults to false.',
    ),
    column('Active', 'integer', 'A list of pointers to currently running jobs.'),
    column('Last Schedule', 'string', 'Information when was the last time the job was successfully scheduled.'),
    ageColumn,
    wideColumn('Containers', 'string', 'Names of each container in the template.'),
    wideColumn('Images', 'string', 'Images referenced by each container in the template.'),
    wideColumn(
      'Selector',
      'string',
      'A label query over pods that should match the pod count. Normally, the system sets this field for you. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors',
    ),
  ],
  cells: ({ spec, status }, facts) => {
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
  },
}
