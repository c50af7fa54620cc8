import { list, map, scalar, struct } from '../../src/descriptor/build.js'
import type { StructDescriptor } from '../../src/descriptor/types.js'
import { apiVersionInternal } from '../../src/runtime/objects/internal-version.js'
import { typeMeta } from '../../src/runtime/objects/type-meta.js'
import { TypedObject } from '../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { GroupVersion } from '../../src/schema/group-version.js'
import { GroupVersionKind } from '../../src/schema/group-version-kind.js'

/** A kind in three versions, described by hand: the schedule is a text in `v1beta1`, an object in `v1`. */

export const group = 'stable.example.com'
export const v1 = new GroupVersion(group, 'v1')
export const v1beta1 = new GroupVersion(group, 'v1beta1')
export const internal = new GroupVersion(group, apiVersionInternal)

const text = scalar('string')
const meta = struct('ObjectMeta', () => [
  ['name', 1, text, '?'],
  ['namespace', 2, text, '?'],
  ['labels', 3, map(text), '?'],
])

function kind(name: string, spec: StructDescriptor): StructDescriptor {
  return struct(name, () => [
    ['TypeMeta', 0, typeMeta, '<'],
    ['metadata', 1, meta, ''],
    ['spec', 2, spec, '?'],
  ])
}

function listOf(item: StructDescriptor): StructDescriptor {
  return struct(`${item.name}List`, () => [
    ['TypeMeta', 0, typeMeta, '<'],
    ['metadata', 1, meta, ''],
    ['items', 2, list(item), ''],
  ])
}

export interface Metadata {
  name?: string
  namespace?: string
  labels?: Record<string, string>
}

export class CronTabV1 extends TypedObject {
  static readonly groupVersionKind = new GroupVersionKind<CronTabV1>(group, 'v1', 'CronTab')
  static readonly descriptor = kind(
    'com.example.stable.v1.CronTab',
    struct('com.example.stable.v1.CronTabSpec', () => [
      ['schedule', 1, struct('Schedule', () => [['minute', 1, text, '']]), ''],
      ['replicas', 2, scalar('int32'), '*?', { default: 1 }],
    ]),
  )
  declare metadata?: Metadata
  declare spec?: { schedule: { minute: string }; replicas?: number }
}

export class CronTabV1Beta1 extends TypedObject {
  static readonly groupVersionKind = new GroupVersionKind<CronTabV1Beta1>(group, 'v1beta1', 'CronTab')
  static readonly descriptor = kind(
    'com.example.stable.v1beta1.CronTab',
    struct('com.example.stable.v1beta1.CronTabSpec', () => [
      ['cronSpec', 1, text, ''],
      ['replicas', 2, scalar('int32'), '*?'],
    ]),
  )
  declare metadata?: Metadata
  declare spec?: { cronSpec: string; replicas?: number }
}

export class CronTabInternal extends TypedObject {
  static readonly groupVersionKind = new GroupVersionKind<CronTabInternal>(group, apiVersionInternal, 'CronTab')
  static readonly descriptor = kind(
    'internal.CronTab',
    struct('internal.CronTabSpec', () => [['minute', 1, text, '']]),
  )
  declare metadata?: Metadata
  declare spec?: { minute: string }
}

export class CronTabListV1 extends TypedObject {
  static readonly groupVersionKind = new GroupVersionKind<CronTabListV1>(group, 'v1', 'CronTabList')
  static readonly descriptor = listOf(CronTabV1.descriptor)
  static readonly itemClass = CronTabV1
  declare metadata?: Metadata
  declare items: CronTabV1[]
}

export class CronTabListV1Beta1 extends TypedObject {
  static readonly groupVersionKind = new GroupVersionKind<CronTabListV1Beta1>(group, 'v1beta1', 'CronTabList')
  static readonly descriptor = listOf(CronTabV1Beta1.descriptor)
  static readonly itemClass = CronTabV1Beta1
  declare metadata?: Metadata
  declare items: CronTabV1Beta1[]
}

export function v1ToBeta(from: CronTabV1): CronTabV1Beta1 {
  const { spec, metadata } = from
  return new CronTabV1Beta1({
    ...(metadata && { metadata }),
    ...(spec && { spec: { cronSpec: spec.schedule.minute, ...replicas(spec) } }),
  })
}

function betaToV1(from: CronTabV1Beta1): CronTabV1 {
  const { spec, metadata } = from
  return new CronTabV1({
    ...(metadata && { metadata }),
    ...(spec && { spec: { schedule: { minute: spec.cronSpec }, ...replicas(spec) } }),
  })
}

function replicas({ replicas }: { replicas?: number }): { replicas?: number } {
  return replicas === undefined ? {} : { replicas }
}

/** A scheme with both served versions and nothing between them. */
export function cronTabScheme(): Scheme {
  return new Scheme({ name: 'test' })
    .addKnownTypes(v1, CronTabV1, CronTabListV1)
    .addKnownTypes(v1beta1, CronTabV1Beta1, CronTabListV1Beta1)
}

/** A scheme with both served versions, and how one becomes the other. */
export function convertingScheme(): Scheme {
  return cronTabScheme()
    .addConversion(CronTabV1, CronTabV1Beta1, v1ToBeta)
    .addConversion(CronTabV1Beta1, CronTabV1, betaToV1)
}
