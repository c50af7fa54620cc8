import type { ObjectMeta } from 'apimachinery/meta/v1'
import type { Scheme } from 'apimachinery/runtime'
import * as v1 from './v1.js'
import * as v1beta1 from './v1beta1.js'

/** Where `v1beta1` keeps what it has no field for, so that nothing is lost on the way there and back. */
const timeZoneAnnotation = 'stable.example.com/time-zone'

const scheduleFields = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const

/** Registers the conversions between `v1beta1` and the hub, `v1`. */
export function addConversions(scheme: Scheme): void {
  scheme.addHub(v1.CronTab)
  scheme.addConversion(v1beta1.CronTab, v1.CronTab, toV1)
  scheme.addConversion(v1.CronTab, v1beta1.CronTab, toV1beta1)
}

function toV1({ metadata, spec: { cronSpec, ...spec } }: v1beta1.CronTab): v1.CronTab {
  const timeZone = metadata?.annotations?.[timeZoneAnnotation]
  return new v1.CronTab({
    metadata: withAnnotation(metadata, undefined),
    spec: { ...spec, schedule: parseSchedule(cronSpec), ...(timeZone === undefined ? {} : { timeZone }) },
  })
}

function toV1beta1({ metadata, spec: { schedule, timeZone, ...spec } }: v1.CronTab): v1beta1.CronTab {
  return new v1beta1.CronTab({
    metadata: withAnnotation(metadata, timeZone),
    spec: { ...spec, cronSpec: scheduleFields.map((field) => schedule[field] ?? '*').join(' ') },
  })
}

function parseSchedule(cronSpec: string): v1.Schedule {
  const parts = cronSpec.trim().split(/\s+/)
  if (parts.length !== scheduleFields.length) {
    throw new Error(`spec.cronSpec: Invalid value: ${JSON.stringify(cronSpec)}: five fields are needed`)
  }
  const given = scheduleFields.flatMap((field, index) => (parts[index] === '*' ? [] : [[field, parts[index]]]))
  return Object.fromEntries(given) as v1.Schedule
}

function withAnnotation(metadata: ObjectMeta | undefined, timeZone: string | undefined): ObjectMeta | undefined {
  const { [timeZoneAnnotation]: _, ...annotations } = metadata?.annotations ?? {}
  if (timeZone !== undefined) annotations[timeZoneAnnotation] = timeZone
  const { annotations: __, ...rest } = metadata ?? {}
  return Object.keys(annotations).length === 0 ? rest : { ...rest, annotations }
}
