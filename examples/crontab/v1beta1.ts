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

export const groupVersion: GroupVersion = new GroupVersion('stable.example.com', 'v1beta1')

/** The first shape of a cron tab: the schedule is one line of text. */
export interface CronTabSpec {
  /** Five fields, for example `0 3 * * 1`. */
  cronSpec: string
  image: string
  replicas?: number | undefined
}

const cronTabSpec = struct('com.example.stable.v1beta1.CronTabSpec', () => [
  ['cronSpec', 1, scalar('string')],
  ['image', 2, scalar('string')],
  ['replicas', 3, scalar('int32'), '*?'],
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
  static readonly descriptor: StructDescriptor = struct('com.example.stable.v1beta1.CronTab', () => [
    ['TypeMeta', 0, typeMetaDescriptor, '<'],
    ['metadata', 1, objectMetaDescriptor, '?'],
    ['spec', 2, cronTabSpec],
  ])
  static readonly resource: ResourceInfo = { plural: 'crontabs', scope: 'Namespaced', shortNames: ['ct'] }
  constructor(init?: ObjectInit<CronTab>) {
    super(init)
  }
}
