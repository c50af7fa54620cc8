import type { ObjectMeta } from 'apimachinery/meta/v1'
import { objectMetaDescriptor, typeMetaDescriptor } from 'apimachinery/meta/v1'
import {
  GroupVersion,
  GroupVersionKind,
  type ObjectInit,
  type ResourceInfo,
  type StructDescriptor,
  scalar,
  struct,
  TypedObject,
} from 'apimachinery/runtime/gen-v1'

export const groupVersion: GroupVersion = new GroupVersion('stable.example.com', 'v1')

/** When a cron tab runs, one field each; a field left out means `*`. */
export interface Schedule {
  minute?: string | undefined
  hour?: string | undefined
  dayOfMonth?: string | undefined
  month?: string | undefined
  dayOfWeek?: string | undefined
}

/** The stable shape of a cron tab: the schedule has fields, and a time zone came along. */
export interface CronTabSpec {
  schedule: Schedule
  /** IANA name; `Etc/UTC` when left out. */
  timeZone?: string | undefined
  image: string
  replicas?: number | undefined
}

const schedule = struct('com.example.stable.v1.Schedule', () => [
  ['minute', 1, scalar('string'), '?'],
  ['hour', 2, scalar('string'), '?'],
  ['dayOfMonth', 3, scalar('string'), '?'],
  ['month', 4, scalar('string'), '?'],
  ['dayOfWeek', 5, scalar('string'), '?'],
])

const cronTabSpec = struct('com.example.stable.v1.CronTabSpec', () => [
  ['schedule', 1, schedule],
  ['timeZone', 2, scalar('string'), '?'],
  ['image', 3, scalar('string')],
  ['replicas', 4, scalar('int32'), '*?'],
])

/** A job that runs on a schedule. */
export class CronTab extends TypedObject {
  declare metadata?: ObjectMeta | undefined
  declare spec: CronTabSpec
  static readonly groupVersionKind: GroupVersionKind<CronTab> = new GroupVersionKind(
    groupVersion.group,
    groupVersion.version,
    'CronTab',
  )
  static readonly descriptor: StructDescriptor = struct('com.example.stable.v1.CronTab', () => [
    ['TypeMeta', 0, typeMetaDescriptor, '<'],
    ['metadata', 1, objectMetaDescriptor, '?'],
    ['spec', 2, cronTabSpec],
  ])
  static readonly resource: ResourceInfo = { plural: 'crontabs', scope: 'Namespaced', shortNames: ['ct'] }
  constructor(init?: ObjectInit<CronTab>) {
    super(init)
  }
}
