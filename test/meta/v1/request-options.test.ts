import { expect, test } from 'vitest'
import {
  extractGroupVersions,
  newDeleteOptions,
  newPreconditionDeleteOptions,
  newRVDeletionPrecondition,
  singleObject,
} from '../../../src/meta/v1/index.js'

function json(value: unknown): unknown {
  const { apiVersion: _, kind: __, ...rest } = JSON.parse(JSON.stringify(value)) as Record<string, unknown>
  return rest
}

test('singleObject selects by name, escaped, and keeps the resource version', () => {
  expect(json(singleObject({ name: 'a', resourceVersion: '7' }))).toEqual({
    fieldSelector: 'metadata.name=a',
    resourceVersion: '7',
  })
  expect(json(singleObject({ name: 'a,b=c' }))).toEqual({ fieldSelector: 'metadata.name=a\\,b\\=c' })
})

test('delete options carry the grace period or the precondition asked for, zero included', () => {
  expect(json(newDeleteOptions(0))).toEqual({ gracePeriodSeconds: 0 })
  expect(json(newPreconditionDeleteOptions('u'))).toEqual({ preconditions: { uid: 'u' } })
  expect(json(newRVDeletionPrecondition('7'))).toEqual({ preconditions: { resourceVersion: '7' } })
})

test('extractGroupVersions lists every version of every group', () => {
  const versions = ['apps/v1', 'apps/v1beta1'].map((groupVersion) => ({ groupVersion, version: '' }))
  expect(
    extractGroupVersions({
      groups: [
        { name: 'apps', versions },
        { name: 'x', versions: [] },
      ],
    } as never),
  ).toEqual(['apps/v1', 'apps/v1beta1'])
})
