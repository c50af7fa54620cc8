import { describe, expect, test } from 'vitest'
import { newestRelease, releaseOf } from '../../../src/api/releases/release.js'
import { storageClassStrategy } from '../../../src/api/storage/storage-class/strategy.js'
import { StorageClass } from '../../../src/api/storage/v1/types.gen.js'
import { withDeclaredErrors } from '../../../src/api/strategies/declared/with-declared-errors.js'
import { invalid, required } from '../../../src/validation/field-error.js'
import { fieldPath } from '../../../src/validation/field-path.js'
import { Judged } from '../validation/judged.js'

describe('errors of tags and of hand-written rules', () => {
  const { declared } = storageClassStrategy
  const path = fieldPath('provisioner')
  const classOf = (provisioner: string) => new StorageClass({ metadata: { name: 'c' }, provisioner })
  const context = { apiVersion: 'storage.k8s.io/v1', release: newestRelease, now: () => new Date(0) }
  const on = { ...context, featureEnabled: () => true }
  const lines = (errors: ReturnType<typeof withDeclaredErrors>) => errors.map(({ message }) => message)

  test('a declared error takes the place of a hand-written one of its type and field', () => {
    const subject = { declared, object: classOf('') }
    expect(lines(withDeclaredErrors([required(path, 'by hand')], subject, on))).toEqual(['provisioner: Required value'])
  })

  test('values that are invalid by another rule are told of first', () => {
    const subject = { declared, object: classOf('b'), old: classOf('a') }
    const errors = [invalid(path, 'b', 'other'), invalid(path, 'b', 'field is immutable').withOrigin('immutable')]
    expect(lines(withDeclaredErrors(errors, subject, on))).toEqual([
      'provisioner: Invalid value: "b": other',
      'provisioner: Invalid value: null: field is immutable',
    ])
  })

  test('without the gate of rules of level beta, hand-written errors stay', () => {
    const off = { ...context, featureEnabled: (gate: string) => gate !== 'DeclarativeValidationBeta' }
    const subject = { declared, object: classOf('') }
    const errors = [required(path, 'by hand'), required(path, 'by hand')]
    expect(lines(withDeclaredErrors(errors, subject, off))).toEqual(['provisioner: Required value: by hand'])
  })

  test('earlier releases have hand-written errors alone, and kinds without such rules each of them', () => {
    const errors = [required(path, 'by hand'), required(path, 'by hand')]
    const earlier = { ...on, release: releaseOf('1.36') }
    expect(withDeclaredErrors(errors, { declared, object: classOf('') }, earlier)).toEqual(errors)
    expect(withDeclaredErrors(errors, { declared: false, object: classOf('') }, on)).toEqual(errors)
  })
})

test('rules are those of the version of the request, and fields that are elsewhere in the hub version are told of once', async () => {
  const place = { apiVersion: 'resource.k8s.io/v1beta1', kind: 'ResourceClaim', resource: 'resourceclaims' }
  const selectors = Array.from({ length: 33 }, () => ({ cel: { expression: 'true' } }))
  const request = { name: 'r', deviceClassName: 'c', selectors }
  const claim = { metadata: { name: 'c', namespace: 'ns' }, spec: { devices: { requests: [request] } } }
  expect(await new Judged({ ...place, namespace: 'ns' }).create(claim)).toEqual([
    'spec.devices.requests[0].selectors: Too many: 33: must have at most 32 items',
  ])
})
