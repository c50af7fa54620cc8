import { describe, expect, it } from 'vitest'
import { addToScheme } from '../../src/api/core/v1/register.gen.js'
import { Pod } from '../../src/api/core/v1/types.gen.js'
import { newNotFound } from '../../src/errors/new-status-error.js'
import type { JSONObject, JSONValue } from '../../src/json/json-value.js'
import { jsonPatch } from '../../src/patch/json/json-patch.js'
import { isUnstructured } from '../../src/runtime/objects/unstructured.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { required } from '../../src/validation/field-error.js'
import { fieldPath } from '../../src/validation/field-path.js'
import {
  type MutateFunction,
  mutatingHandler,
  type ValidateFunction,
  validatingHandler,
} from '../../src/webhook/admission-handler.js'
import type { WebhookHandler } from '../../src/webhook/answer.js'
import { conversionHandler } from '../../src/webhook/conversion-handler.js'

const scheme = new Scheme()
addToScheme(scheme)

const pod = (more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', labels: { a: 'b' } },
  spec: { containers: [{ name: 'c', image: 'i', futureField: { x: 1 } }] },
  ...more,
})

const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  new Request('https://webhook/x', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })

async function review(handler: WebhookHandler, request: object, version = 'v1'): Promise<JSONObject> {
  const content = { apiVersion: `admission.k8s.io/${version}`, kind: 'AdmissionReview', request }
  const response = await handler(post(JSON.stringify(content)))
  expect(response.headers.get('content-type')).toBe('application/json')
  const answer = (await response.json()) as JSONObject
  expect(answer).toMatchObject({ apiVersion: `admission.k8s.io/${version}`, kind: 'AdmissionReview' })
  return answer.response as JSONObject
}

const create = (object: object): object => ({
  uid: 'u',
  operation: 'CREATE',
  kind: { group: '', version: 'v1', kind: 'Pod' },
  resource: { group: '', version: 'v1', resource: 'pods' },
  name: 'p',
  namespace: 'ns',
  userInfo: { username: 'me', groups: ['g'], extra: { k: ['v'] } },
  dryRun: true,
  object,
})

describe('validatingHandler', () => {
  const judged = (validate: ValidateFunction, request: object = create(pod()), version?: string) =>
    review(validatingHandler(scheme, validate), request, version)

  it.each(['v1', 'v1beta1'])('passes the request to the function and allows it (%s)', async (version) => {
    let seen: Parameters<ValidateFunction>[0] | undefined
    const response = await judged(
      (request, notes) => {
        seen = request
        notes.warn('care\nful')
        notes.annotate('key', 'value')
      },
      create(pod()),
      version,
    )
    expect(response).toEqual({ uid: 'u', allowed: true, warnings: ['care ful'], auditAnnotations: { key: 'value' } })
    expect(seen).toMatchObject({ operation: 'CREATE', name: 'p', namespace: 'ns', dryRun: true, oldObject: undefined })
    expect(seen?.object).toBeInstanceOf(Pod)
    expect(seen?.kind.toString()).toBe('/v1, Kind=Pod')
    expect(seen?.user).toEqual({ username: 'me', uid: '', groups: ['g'], extra: { k: ['v'] } })
  })

  it('passes objects of unregistered kinds unchanged', async () => {
    await judged(
      ({ object, oldObject }) => {
        expect(isUnstructured(object)).toBe(true)
        expect(oldObject).toMatchObject({ kind: 'Other', x: 1 })
      },
      { ...create({ apiVersion: 'a/v1', kind: 'Other' }), oldObject: { apiVersion: 'a/v1', kind: 'Other', x: 1 } },
    )
  })

  it.each<[string, ValidateFunction, JSONObject]>([
    [
      'field errors',
      () => [required(fieldPath('spec', 'x'), '')],
      { code: 422, reason: 'Invalid', message: 'Pod "p" is invalid: spec.x: Required value' },
    ],
    [
      'a thrown field error',
      () => {
        throw required(fieldPath('spec', 'x'), '')
      },
      { code: 422, reason: 'Invalid' },
    ],
    [
      'a status',
      () => {
        throw newNotFound({ group: '', resource: 'nodes' }, 'n')
      },
      { code: 404, reason: 'NotFound', message: 'nodes "n" not found' },
    ],
    [
      'an error',
      async () => {
        throw new Error('not on Fridays')
      },
      { code: 403, reason: 'Forbidden', message: 'pods "p" is forbidden: not on Fridays' },
    ],
  ])('refuses with %s', async (_, validate, status) => {
    const response = await judged(validate)
    expect(response).toMatchObject({
      uid: 'u',
      allowed: false,
      status: { kind: 'Status', status: 'Failure', ...status },
    })
  })

  it('refuses objects that their class cannot hold', async () => {
    const response = await judged(() => undefined, create(pod({ spec: { containers: 'x' } })))
    expect(response).toMatchObject({ allowed: false, status: { code: 400, reason: 'BadRequest' } })
  })
})

describe('mutatingHandler', () => {
  const changed = async (mutate: MutateFunction, object: JSONObject = pod() as never) => {
    const response = await review(mutatingHandler(scheme, mutate), create(object))
    expect(response.allowed).toBe(true)
    if (response.patch === undefined) return object
    expect(response.patchType).toBe('JSONPatch')
    const patch = Buffer.from(response.patch as string, 'base64').toString()
    return JSON.parse(jsonPatch(JSON.stringify(object), patch)) as JSONValue
  }

  it('answers with the changes, and keeps fields that its class does not declare', async () => {
    const result = await changed(({ object }) => {
      const { spec, metadata } = object as Pod
      if (spec?.containers?.[0]) spec.containers[0].image = 'mirror/i'
      if (metadata) metadata.labels = { ...metadata.labels, 'x/y~z': '1' }
    })
    expect(result).toEqual({
      ...pod(),
      metadata: { name: 'p', labels: { a: 'b', 'x/y~z': '1' } },
      spec: { containers: [{ name: 'c', image: 'mirror/i', futureField: { x: 1 } }] },
    })
  })

  it('has patches for lists and for what is null or absent in the request', async () => {
    const object = {
      ...pod(),
      metadata: { name: 'p', labels: null, creationTimestamp: null },
      spec: {
        containers: [{ name: 'c', env: [{ name: 'x' }, { name: 'y' }], resources: { limits: { cpu: '1000m' } } }],
        tolerations: [{ key: 'a' }, { key: 'b' }, { key: 'c' }],
      },
    }
    const result = (await changed(({ object: each }) => {
      const { spec, metadata } = each as Pod
      if (metadata) metadata.labels = { 'x/y~z': '1' }
      spec?.containers?.unshift({ name: 'first' })
      spec?.containers?.[1]?.env?.splice(0, 1, { name: 'z' }, { name: 'w' })
      spec?.tolerations?.splice(1, 1)
    }, object as never)) as unknown as typeof object
    expect(result.metadata).toMatchObject({ labels: { 'x/y~z': '1' } })
    expect(result.spec).toEqual({
      containers: [
        { name: 'first' },
        { name: 'c', env: [{ name: 'z' }, { name: 'w' }, { name: 'y' }], resources: { limits: { cpu: '1000m' } } },
      ],
      tolerations: [{ key: 'a' }, { key: 'c' }],
    })
  })

  it('takes another object for the changed one', async () => {
    expect(await changed(() => new Pod({ metadata: { name: 'q' } }))).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'q' },
    })
  })

  it('has no patch when nothing was changed, or nothing is there', async () => {
    expect(await changed(() => undefined)).toEqual(pod())
    const { object: _, ...rest } = create({}) as JSONObject
    const response = await review(
      mutatingHandler(scheme, () => undefined),
      { ...rest, operation: 'DELETE' },
    )
    expect(response).toEqual({ uid: 'u', allowed: true })
  })
})

describe('requests that are no reviews', () => {
  const handler = conversionHandler(scheme, { maxBodyBytes: 1000 })
  const status = async (request: Request) => (await handler(request)).status
  const conversion = (more: object = {}, request: object = { uid: 'u', desiredAPIVersion: 'v1', objects: [] }) =>
    JSON.stringify({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview', request, ...more })

  it('are distinguished by HTTP status', async () => {
    expect(await status(post(conversion()))).toBe(200)
    expect(await status(post(conversion(), { 'content-type': 'application/json; charset=utf-8' }))).toBe(200)
    expect(await status(new Request('https://webhook/x'))).toBe(405)
    expect(await status(post(conversion(), { 'content-type': 'application/yaml' }))).toBe(415)
    expect(await status(post(conversion(), { 'content-encoding': 'gzip' }))).toBe(415)
    expect(await status(post(conversion({}, { desiredAPIVersion: 'v1', objects: [] })))).toBe(400)
    expect(await status(post('x'.repeat(1001)))).toBe(413)
    for (const body of ['', '{', '[]', 'null', '{}', conversion({ kind: 'Other' }), conversion({ apiVersion: 'v9' })]) {
      expect(await status(post(body)), body).toBe(400)
    }
    expect(await status(post(conversion({ request: 1 })))).toBe(400)
    expect(await status(post(conversion({}, { uid: 'u' })))).toBe(400)
    expect(await status(post(conversion({}, { uid: 'u', desiredAPIVersion: 'v1', objects: {} })))).toBe(400)
    expect(await status(post(new Uint8Array([0x7b, 0xff, 0x7d])))).toBe(400)
  })

  it('may be as large as the limit says, with or without their length, and not one byte larger', async () => {
    const body = conversion({}, { uid: 'u', desiredAPIVersion: 'v1', objects: [] })
    const streamed = (text: string): Request => {
      const stream = new Blob([text]).stream()
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: stream, duplex: 'half' }
      return new Request('https://webhook/x', init as RequestInit)
    }
    for (const request of [post, streamed]) {
      expect(await status(request(body.padEnd(999)))).toBe(200)
      expect(await status(request(body.padEnd(1000)))).toBe(200)
      expect(await status(request(body.padEnd(1001)))).toBe(413)
    }
  })

  it('may have seven mebibytes without a limit of their own', async () => {
    const unlimited = validatingHandler(scheme, () => {})
    const said = async (length: number): Promise<readonly [number, string]> => {
      const response = await unlimited(post('{}', { 'content-length': String(length) }))
      return [response.status, (await response.text()).trimEnd()]
    }
    expect((await said(7 * 1024 * 1024))[0]).toBe(400)
    expect(await said(7 * 1024 * 1024 + 1)).toEqual([413, 'body is larger than 7340032 bytes'])
  })

  it('have their type in any case of letters, and report errors', async () => {
    const said = async (request: Request): Promise<string> => (await (await handler(request)).text()).trimEnd()
    expect(await status(post(conversion(), { 'content-type': ' Application/JSON ;charset=utf-8' }))).toBe(200)
    expect(await status(post(conversion(), { 'content-encoding': 'identity' }))).toBe(200)
    expect(await said(new Request('https://webhook/x'))).toBe('method GET is not allowed, use POST')
    expect(await said(post('{}', { 'content-type': 'text/plain' }))).toBe(
      'content type "text/plain" is not supported, use application/json',
    )
    expect(await said(post('{}', { 'content-encoding': 'gzip' }))).toBe('content encoding "gzip" is not supported')
    expect(await said(post('{'))).toBe('body is not JSON: unexpected end of JSON input')
    expect(await said(post('[]'))).toBe('body is not a JSON object')
    expect(await said(post('{"kind":"Pod","apiVersion":"v1"}'))).toBe(
      'expected apiextensions.k8s.io/v1, Kind=ConversionReview or apiextensions.k8s.io/v1beta1, Kind=ConversionReview, got v1, Kind=Pod',
    )
    expect(await said(post(conversion({ request: 1 })))).toBe('review has no request')
    expect(await said(post(conversion({}, { uid: '' })))).toBe('request.uid is missing')
  })

  it('are not read beyond the limit, for any declared length', async () => {
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent++
        controller.enqueue(new Uint8Array(100).fill(0x20))
        if (sent > 10_000) controller.close()
      },
    })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' }
    expect(await status(new Request('https://webhook/x', init as RequestInit))).toBe(413)
    expect(sent).toBeLessThan(100)
  })

  it('keep numbers exact', async () => {
    const object = '{"apiVersion":"v1","kind":"ConfigMap","x":12345678901234567890123}'
    const body = conversion({}, { uid: 'u', desiredAPIVersion: 'v1', objects: [] }).replace('[]', `[${object}]`)
    const text = await (await handler(post(body))).text()
    expect(text).toContain('"result":{')
  })
})

describe('conversionHandler', () => {
  it('names the one object of many that cannot be converted, and converts none', async () => {
    const objects = Array.from({ length: 500 }, (_, i) => ({ ...pod(), metadata: { name: `p${i}` } })) as JSONObject[]
    const ask = async () => {
      const request = { uid: 'u', desiredAPIVersion: 'v1', objects }
      const content = { apiVersion: 'apiextensions.k8s.io/v1beta1', kind: 'ConversionReview', request }
      const answer = await conversionHandler(scheme)(post(JSON.stringify(content)))
      return ((await answer.json()) as { response: JSONObject }).response
    }
    expect((await ask()).convertedObjects).toEqual(objects)
    objects[77] = { ...objects[77], kind: 'Nope' } as JSONObject
    expect(await ask()).toEqual({
      uid: 'u',
      convertedObjects: [],
      result: {
        metadata: {},
        status: 'Failure',
        message: expect.stringMatching(/^request\.objects\[77\]: no kind "Nope"/),
      },
    })
  })

  it('reports kinds and versions that the scheme does not have', async () => {
    const ask = async (desiredAPIVersion: string, object: JSONValue) => {
      const request = { uid: 'u', desiredAPIVersion, objects: [object] }
      const content = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview', request }
      const answer = (await (await conversionHandler(scheme)(post(JSON.stringify(content)))).json()) as JSONObject
      return answer.response
    }
    const failure = { uid: 'u', convertedObjects: [], result: { status: 'Failure', message: expect.any(String) } }
    expect(await ask('v9', pod() as never)).toMatchObject(failure)
    expect(await ask('a/b/c', pod() as never)).toMatchObject(failure)
    expect(await ask('v1', 'text')).toMatchObject(failure)
    expect(await ask('v1', pod() as never)).toMatchObject({ convertedObjects: [pod()], result: { status: 'Success' } })
  })
})
