import type { JSONObject, JSONValue } from 'apimachinery/json'
import { GroupVersionKind, GroupVersionResource } from 'apimachinery/schema'
import { describe, expect, it } from 'vitest'
import type { VersionedRequest } from '../../src/admission/cel/request-variables.js'
import { newReview, type Review, verifiedResponse } from '../../src/admission/webhook/review.js'
import { type Asked, attributesOf } from './attributes-of.js'

const matched = {
  kind: new GroupVersionKind('apps', 'v1', 'Deployment'),
  resource: new GroupVersionResource('apps', 'v1', 'deployments'),
}
const object = { kind: 'Deployment' }

function requestOf(more: Partial<Asked> = {}): VersionedRequest {
  const attributes = attributesOf({ resource: 'deployments.apps', name: 'd', namespace: 'ns', ...more })
  return { attributes, matched, object, oldObject: null }
}

// Facts of TestVerifyAdmissionResponse and TestCreateAdmissionObjects of
// k8s.io/apiserver/pkg/admission/plugin/webhook/request.
describe('a review', () => {
  it.each([
    [['v1'], 'v1'],
    [['v1beta1', 'v1'], 'v1beta1'],
    [['v2', 'v1'], 'v1'],
  ])('for a webhook that takes %j is in %s', (versions, version) => {
    const review = newReview(requestOf(), versions, 'u')
    expect(review).toMatchObject({ uid: 'u', version })
    expect(review.body).toMatchObject({ kind: 'AdmissionReview', apiVersion: `admission.k8s.io/${version}` })
  })

  it.each([[[]], [['v2']]])('cannot be made for a webhook that takes %j', (versions) => {
    expect(() => newReview(requestOf(), versions, 'u')).toThrow(
      'webhook does not accept known AdmissionReview versions (v1, v1beta1)',
    )
  })

  it('says what is asked, by whom, and for what', () => {
    const user = { name: 'alice', uid: '7', groups: ['g'], extra: { k: ['v'] } }
    const { body } = newReview(requestOf({ resource: 'deployments/scale.apps', user }), ['v1'], 'u')
    const kind = { group: 'apps', version: 'v1', kind: 'Deployment' }
    const resource = { group: 'apps', version: 'v1', resource: 'deployments' }
    expect(body.request).toEqual({
      uid: 'u',
      kind,
      resource,
      subResource: 'scale',
      requestKind: { ...kind, kind: '' },
      requestResource: resource,
      requestSubResource: 'scale',
      name: 'd',
      namespace: 'ns',
      operation: 'CREATE',
      userInfo: { username: 'alice', uid: '7', groups: ['g'], extra: { k: ['v'] } },
      object,
      oldObject: null,
      dryRun: false,
    })
  })

  it('leaves out what there is not', () => {
    const request = requestOf({ name: '', namespace: '', user: { name: '' } })
    const { body } = newReview(request, ['v1'], 'u')
    const { userInfo, ...rest } = body.request as JSONObject
    expect(userInfo).toEqual({})
    for (const member of ['name', 'namespace', 'subResource', 'requestSubResource', 'options'])
      expect(rest).not.toHaveProperty(member)
  })
})

describe('the response of a webhook', () => {
  const review = (version: 'v1' | 'v1beta1'): Review => ({ uid: '123', version, body: {} })
  const v1 = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' }
  const patch = Buffer.from('[]').toString('base64')
  const verified = (answer: JSONValue, mutating = true) => verifiedResponse(answer, review('v1'), mutating)
  const answered = (response: JSONObject, more: JSONObject = {}): JSONObject => ({
    ...v1,
    ...more,
    response: { uid: '123', ...response },
  })

  it.each<{ answer: JSONValue; mutating?: boolean; says: string }>([
    { answer: {}, says: 'webhook response was absent' },
    { answer: null, says: 'webhook response was absent' },
    { answer: [], says: 'webhook response was absent' },
    { answer: { ...v1, response: [] }, says: 'webhook response was absent' },
    { answer: answered({ uid: '456' }), says: 'expected response.uid="123", got "456"' },
    { answer: { ...v1, response: {} }, says: 'expected response.uid="123", got ""' },
    {
      answer: answered({}, { apiVersion: 'admission.k8s.io/v2' }),
      says: 'expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got admission.k8s.io/v2, Kind=AdmissionReview',
    },
    { answer: { response: { uid: '123' } }, says: 'got , Kind=' },
    { answer: answered({ patch }), says: 'webhook returned response.patch but not response.patchType' },
    {
      answer: answered({ patchType: 'JSONPatch' }),
      says: 'webhook returned response.patchType but not response.patch',
    },
    { answer: answered({ patch, patchType: '' }), says: 'webhook returned invalid response.patchType of ""' },
    { answer: answered({ patch }), mutating: false, says: 'validating webhook may not return response.patch' },
    {
      answer: answered({ patchType: 'JSONPatch' }),
      mutating: false,
      says: 'validating webhook may not return response.patchType',
    },
  ])('is refused: $says', ({ answer, mutating, says }) => {
    expect(() => verified(answer, mutating)).toThrow(says)
  })

  it('has what it said', () => {
    const response = { allowed: true, patch, patchType: 'JSONPatch', auditAnnotations: { a: 'b' }, warnings: ['w'] }
    expect(verified(answered({ ...response, status: { code: 3 } }))).toEqual({
      allowed: true,
      status: { code: 3 },
      patch: Buffer.from('[]'),
      patchType: 'JSONPatch',
      auditAnnotations: { a: 'b' },
      warnings: ['w'],
    })
  })

  it('is a refusal that says nothing where it is empty', () => {
    expect(verified(answered({}))).toEqual({
      allowed: false,
      status: undefined,
      patch: undefined,
      patchType: '',
      auditAnnotations: {},
      warnings: [],
    })
    expect(verified(answered({ allowed: 'true', patchType: null, warnings: 'w', auditAnnotations: ['x'] }))).toEqual(
      verified(answered({})),
    )
  })

  it.each([
    [{ allowed: true }, true, undefined, ''],
    [{ allowed: true, patch }, true, Buffer.from('[]'), 'JSONPatch'],
    [{ allowed: true, patch }, false, undefined, 'JSONPatch'],
    [{ allowed: true, patchType: 'Other', uid: 'another' }, false, undefined, ''],
  ])('in v1beta1 is not checked: %j, mutating: %s', (...[response, mutating, bytes, type]) => {
    const found = verifiedResponse({ response }, review('v1beta1'), mutating)
    expect([found.allowed, found.patch, found.patchType]).toEqual([true, bytes, type])
  })
})
