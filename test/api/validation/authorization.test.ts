import { describe, expect, test } from 'vitest'
import { Judged } from './judged.js'
import { creations } from './tables.js'

const apiVersion = 'authorization.k8s.io/v1'

describe('SubjectAccessReview', () => {
  const judged = new Judged({ apiVersion, kind: 'SubjectAccessReview', resource: 'subjectaccessreviews' })
  const valid = { spec: { user: 'u', resourceAttributes: { verb: 'get' } } }
  creations(judged, valid, [
    ['nobody', { 'spec/user': '' }, 'spec.user: Invalid value: "": at least one of user or group must be specified'],
    [
      'nothing asked',
      { 'spec/resourceAttributes': undefined },
      'spec: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified',
    ],
    [
      'two things asked',
      { 'spec/nonResourceAttributes': { path: '/x' } },
      'spec: Invalid value: {"Path":"/x","Verb":""}: exactly one of nonResourceAttributes or resourceAttributes must be specified',
    ],
    [
      'no requirement',
      { 'spec/resourceAttributes/labelSelector': {} },
      'spec.resourceAttributes.labelSelector.requirements: Required value: when spec.resourceAttributes.labelSelector is specified, requirements or rawSelector is required',
    ],
  ])
  test('only users with all permissions may do anything', async () => {
    const spec = { ...valid.spec, groups: ['system:masters'] }
    expect(await judged.stored({ spec })).toMatchObject({ status: { allowed: true } })
    expect(await judged.stored(valid)).toMatchObject({ status: { allowed: false } })
  })
})

describe('LocalSubjectAccessReview', () => {
  const place = { apiVersion, kind: 'LocalSubjectAccessReview', resource: 'localsubjectaccessreviews', namespace: 'n' }
  const valid = { metadata: { namespace: 'n' }, spec: { user: 'u', resourceAttributes: { namespace: 'n' } } }
  creations(new Judged(place), valid, [
    [
      'another namespace',
      { 'spec/resourceAttributes/namespace': 'm' },
      'spec.resourceAttributes.namespace: Invalid value: "m": must match metadata.namespace',
    ],
  ])
})
