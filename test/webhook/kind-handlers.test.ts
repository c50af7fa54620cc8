import { describe, expect, expectTypeOf, it } from 'vitest'
import { addToScheme } from '../../src/api/core/v1/register.gen.js'
import { ConfigMap, Pod, PodExecOptions, Service } from '../../src/api/core/v1/types.gen.js'
import type { JSONObject } from '../../src/json/json-value.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { required } from '../../src/validation/field-error.js'
import { fieldPath } from '../../src/validation/field-path.js'
import { mutatingHandler, validatingHandler } from '../../src/webhook/admission-handler.js'
import type { WebhookHandler } from '../../src/webhook/answer.js'
import { mutating, validating } from '../../src/webhook/kind-handlers.js'

const scheme = new Scheme()
addToScheme(scheme)

async function review(handler: WebhookHandler, request: object): Promise<JSONObject> {
  const content = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request: { uid: 'u', ...request } }
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(content)
  const response = await handler(new Request('https://webhook/x', { method: 'POST', headers, body }))
  return ((await response.json()) as { response: JSONObject }).response
}

const object = new Pod({ metadata: { name: 'new' } })
const oldObject = new Pod({ metadata: { name: 'old' } })
const refused = (message: string) => ({ allowed: false, status: { code: 400, reason: 'BadRequest', message } })

describe('validating', () => {
  it('calls the function of the operation with its objects', async () => {
    const calls: unknown[] = []
    const handler = validatingHandler(
      scheme,
      validating(Pod, {
        create(pod, request) {
          expectTypeOf(pod).toEqualTypeOf<Pod>()
          expectTypeOf(request.oldObject).toEqualTypeOf<undefined>()
          request.notes.warn('careful')
          calls.push(['create', pod, request.object])
        },
        async update(pod, old, request) {
          expectTypeOf(request.object).toEqualTypeOf<Pod>()
          calls.push(['update', pod, old, request.subResource])
          return [required(fieldPath('spec'), '')]
        },
        delete(old, request) {
          expectTypeOf(request.object).toEqualTypeOf<undefined>()
          calls.push(['delete', old, request.oldObject])
          throw new Error('protected')
        },
      }),
    )
    expect(await review(handler, { operation: 'CREATE', object })).toEqual({
      uid: 'u',
      allowed: true,
      warnings: ['careful'],
    })
    expect(await review(handler, { operation: 'UPDATE', object, oldObject, subResource: 'status' })).toMatchObject({
      allowed: false,
      status: { reason: 'Invalid' },
    })
    expect(await review(handler, { operation: 'DELETE', oldObject })).toMatchObject({ status: { reason: 'Forbidden' } })
    expect(calls).toEqual([
      ['create', object, object],
      ['update', object, oldObject, 'status'],
      ['delete', oldObject, oldObject],
    ])
    for (const [, pod] of calls as unknown[][]) expect(pod).toBeInstanceOf(Pod)
  })

  it('handles several kinds, and the options of connections', async () => {
    const handler = validatingHandler(scheme, [
      validating(Pod, {}),
      validating(Service, { create: () => [required(fieldPath('spec'), '')] }),
      validating(PodExecOptions, {
        connect({ command = [] }) {
          if (command[0] !== 'ls') throw new Error('not allowed')
        },
      }),
    ])
    const exec = (command: string) => ({
      operation: 'CONNECT',
      subResource: 'exec',
      object: new PodExecOptions({ command: [command] }),
    })
    expect(await review(handler, exec('ls'))).toMatchObject({ allowed: true })
    expect(await review(handler, exec('sh'))).toMatchObject({ allowed: false })
    expect(await review(handler, { operation: 'CREATE', object: new Service() })).toMatchObject({ allowed: false })
  })

  it('allows operations without a function', async () => {
    const handler = validatingHandler(scheme, validating(Pod, { create: () => [required(fieldPath('x'), '')] }))
    for (const request of [
      { operation: 'UPDATE', object, oldObject },
      { operation: 'DELETE', oldObject },
      { operation: 'CONNECT', object },
    ]) {
      expect(await review(handler, request)).toEqual({ uid: 'u', allowed: true })
    }
  })

  it.each<[object, string]>([
    [{ operation: 'CREATE', object: new ConfigMap() }, 'webhook does not handle v1, Kind=ConfigMap'],
    [{ operation: 'CREATE', object: { kind: 'Pod' } }, 'webhook does not handle , Kind=Pod'],
    [{ operation: 'CREATE' }, 'request.object is missing'],
    [{ operation: 'UPDATE', object }, 'request.oldObject is missing'],
    [{ operation: 'UPDATE', oldObject }, 'request.object is missing'],
    [{ operation: 'UPDATE', object, oldObject: new ConfigMap() }, 'request.oldObject is not of kind Pod'],
    [{ operation: 'DELETE', object }, 'request.oldObject is missing'],
    [{ operation: 'PATCH', object }, 'request.operation: unknown operation "PATCH"'],
    [{ object }, 'request.operation: unknown operation ""'],
  ])('refuses what it cannot validate: %j', async (request, message) => {
    const handler = validatingHandler(scheme, validating(Pod, {}))
    expect(await review(handler, request)).toMatchObject(refused(message))
  })

  it('needs classes of the scheme, each once', () => {
    expect(() => validatingHandler(new Scheme(), validating(Pod, {}))).toThrow('no kind "Pod" is registered')
    expect(() => validatingHandler(scheme, [validating(Pod, {}), validating(Pod, {})])).toThrow('has two handlers')
  })
})

describe('mutating', () => {
  const patched = (response: JSONObject) =>
    response.patch === undefined ? [] : JSON.parse(Buffer.from(response.patch as string, 'base64').toString())

  it('answers with the changes of the function, in place or returned', async () => {
    const handler = mutatingHandler(
      scheme,
      mutating(Pod, {
        create(pod) {
          pod.spec = { containers: [] }
        },
        update: (pod, old) => new Pod({ ...pod, metadata: { name: `${old.metadata?.name}er` } }),
        delete(old) {
          if (old.metadata?.name === 'old') throw new Error('too old')
        },
      }),
    )
    expect(patched(await review(handler, { operation: 'CREATE', object }))).toEqual([
      { op: 'add', path: '/spec', value: { containers: [] } },
    ])
    expect(patched(await review(handler, { operation: 'UPDATE', object, oldObject }))).toEqual([
      { op: 'replace', path: '/metadata/name', value: 'older' },
    ])
    expect(await review(handler, { operation: 'DELETE', oldObject })).toMatchObject({ allowed: false })
    expect(await review(handler, { operation: 'DELETE', oldObject: new Pod() })).toEqual({ uid: 'u', allowed: true })
    expect(await review(handler, { operation: 'CONNECT', object })).toEqual({ uid: 'u', allowed: true })
    expect(await review(handler, { operation: 'CREATE', object: new ConfigMap() })).toMatchObject({ allowed: false })
  })
})
