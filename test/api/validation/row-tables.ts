import { expect, test } from 'vitest'
import { installGroup } from '../../../src/api/install/install-group.js'
import { Judge } from '../../../src/api/judge/judge.js'
import { enabledByDefault } from '../../../src/api/releases/feature-gate.js'
import { releaseOf } from '../../../src/api/releases/release.js'
import type { KindClass, KubernetesObject } from '../../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../../src/runtime/scheme/scheme.js'

const scheme = new Scheme()
const now = () => new Date('2024-01-02T03:04:05Z')

/** A cluster where these feature gates are on, too. */
function judgeWith(features: readonly string[]): Judge {
  const release = releaseOf('1.36')
  const featureEnabled = (gate: string) => features.includes(gate) || enabledByDefault(gate, release)
  return new Judge({ scheme, release, now, newUID: () => 'uid-1', featureEnabled })
}

let installed: Promise<unknown> | undefined
const ready = (): Promise<unknown> => {
  installed ??= Promise.all(['', 'apps', 'batch'].map((group) => installGroup(scheme, group)))
  return installed
}

/** A valid object as a user writes it. */
export interface Written {
  readonly apiVersion: string
  readonly kind: string
  readonly [field: string]: unknown
}

/** The path of a value (dots between keys and indexes), the value (null removes the member), the errors. */
export type Row = readonly [path: string, value: unknown, errors: readonly string[]]

/** Tests what creating `object` with one changed value answers. */
export function tableOf(object: Written, rows: readonly Row[], features: readonly string[] = []): void {
  const judge = judgeWith(features)
  test.each(rows.map(namedRow))('%s', async (_, [path, value, errors]) => {
    await ready()
    const { status } = await judge.create({ ...at(object), body: JSON.stringify(withValue(object, path, value)) })
    expect(causesOf(status)).toEqual(errors)
  })
}

/** Tests what writing `old` back with one changed value answers. */
export function updateTableOf(
  { old, subresource, features = [] }: { old: Written; subresource?: string; features?: readonly string[] },
  rows: readonly Row[],
): void {
  const judge = judgeWith(features)
  test.each(rows.map(namedRow))('%s', async (_, [path, value, errors]) => {
    await ready()
    const { stored } = await judge.create({ ...at(old), body: JSON.stringify(old) })
    const before = withValue(stored as KubernetesObject, 'metadata.resourceVersion', '7') as KubernetesObject
    const given = withValue(old, 'metadata.resourceVersion', '7')
    const body = JSON.stringify(withValue(given, path, value))
    const { status } = await judge.update({ ...at(old), body, subresource }, before)
    expect(causesOf(status)).toEqual(errors)
  })
}

function namedRow(row: Row): [string, Row] {
  return [`${row[0]}: ${JSON.stringify(row[1])}`, row]
}

function at({ apiVersion, kind }: Written): { type: KindClass; namespace: string } {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  const found = scheme.allKnownTypes().find(({ gvk }) => `${gvk}` === `${group}/${version}, Kind=${kind}`)
  if (found === undefined) throw new Error(`no ${kind} in ${apiVersion}`)
  return { type: found.type, namespace: 't' }
}

function withValue(object: object, path: string, value: unknown): object {
  const copy = structuredClone(object) as Record<string, unknown>
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let parent = copy
  for (const key of keys) {
    parent[key] ??= {}
    parent = parent[key] as Record<string, unknown>
  }
  if (value === null) delete parent[last]
  else parent[last] = value
  return copy
}

function causesOf(status: { message?: string; details?: object } | undefined): string[] {
  const { causes } = (status?.details ?? {}) as { causes?: { field?: string; message?: string }[] }
  if (causes === undefined) return status?.message === undefined ? [] : [`: ${status.message}`]
  return causes.map(({ field = '', message = '' }) => `${field}: ${message}`)
}
