import { request } from 'node:https'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { startWebhook as Start } from '../../examples/conversion-webhook/server.js'
import type { JSONObject } from '../../src/json/json-value.js'
import { loadExample } from './load-example.js'

let webhook: Awaited<ReturnType<typeof Start>>

beforeAll(async () => {
  const { startWebhook } = await loadExample<{ startWebhook: typeof Start }>('conversion-webhook/server.ts')
  webhook = await startWebhook()
})
afterAll(() => webhook.close())

interface Reply {
  readonly status: number
  readonly body: string
}

/** Sends the requests of an API server, and trusts only the certificate of the CRD. */
function post(path: string, body: string, headers: Record<string, string> = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: 'localhost',
        port: webhook.port,
        path,
        method: 'POST',
        ca: Buffer.from(webhook.caBundle, 'base64'),
        headers: { 'content-type': 'application/json', ...headers },
      },
      (response) => {
        let text = ''
        response.on('data', (part: Buffer) => (text += part.toString()))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

async function review(path: string, content: object): Promise<JSONObject> {
  const { status, body } = await post(path, JSON.stringify(content))
  expect(status, body).toBe(200)
  return JSON.parse(body) as JSONObject
}

const v1beta1 = (name: string, cronSpec: string) => ({
  apiVersion: 'stable.example.com/v1beta1',
  kind: 'CronTab',
  metadata: { name, namespace: 'default', uid: name },
  spec: { cronSpec, image: 'backup:1' },
})

describe('the conversion webhook over HTTPS', () => {
  it.each(['v1', 'v1beta1'])('converts a list of objects (%s)', async (version) => {
    const answer = await review('/convert', {
      apiVersion: `apiextensions.k8s.io/${version}`,
      kind: 'ConversionReview',
      request: {
        uid: 'u1',
        desiredAPIVersion: 'stable.example.com/v1',
        objects: [v1beta1('a', '0 3 * * 1'), v1beta1('b', '*/5 * * * *')],
      },
    })
    expect(answer).toMatchObject({
      apiVersion: `apiextensions.k8s.io/${version}`,
      kind: 'ConversionReview',
      response: {
        uid: 'u1',
        result: { status: 'Success' },
        convertedObjects: [
          {
            apiVersion: 'stable.example.com/v1',
            metadata: { name: 'a', uid: 'a' },
            spec: { schedule: { minute: '0', hour: '3' } },
          },
          { apiVersion: 'stable.example.com/v1', metadata: { name: 'b' }, spec: { schedule: { minute: '*/5' } } },
        ],
      },
    })
  })

  it('fails the whole review for one object that does not convert, and says which', async () => {
    const { response } = await review('/convert', {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'ConversionReview',
      request: {
        uid: 'u2',
        desiredAPIVersion: 'stable.example.com/v1',
        objects: [v1beta1('a', '0 3 * * 1'), v1beta1('b', 'nonsense')],
      },
    })
    const { result, convertedObjects, uid } = response as JSONObject
    expect(uid).toBe('u2')
    expect(convertedObjects).toEqual([])
    expect(result).toMatchObject({ status: 'Failure', message: expect.stringContaining('request.objects[1]') })
  })

  it('fills in defaults as a JSON patch', async () => {
    const { response } = await review('/mutate', {
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      request: { uid: 'u3', operation: 'CREATE', object: v1beta1('a', '0 3 * * 1') },
    })
    const { patch, patchType, allowed } = response as { patch: string; patchType: string; allowed: boolean }
    expect({ allowed, patchType }).toEqual({ allowed: true, patchType: 'JSONPatch' })
    expect(JSON.parse(Buffer.from(patch, 'base64').toString())).toEqual([
      { op: 'add', path: '/spec/replicas', value: 1 },
    ])
  })

  it('refuses with a status, and warns', async () => {
    const object = {
      apiVersion: 'stable.example.com/v1',
      kind: 'CronTab',
      metadata: { name: 'a' },
      spec: { schedule: {}, image: 'backup', replicas: 1000 },
    }
    const { response } = await review('/validate', {
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      request: {
        uid: 'u4',
        operation: 'CREATE',
        name: 'a',
        kind: { group: 'stable.example.com', version: 'v1', kind: 'CronTab' },
        object,
      },
    })
    expect(response).toMatchObject({
      uid: 'u4',
      allowed: false,
      warnings: ['image "backup" has no tag'],
      status: {
        code: 422,
        reason: 'Invalid',
        message: 'CronTab.stable.example.com "a" is invalid: spec.replicas: Invalid value: 1000: must be at most 100',
        details: { causes: [{ reason: 'FieldValueInvalid', field: 'spec.replicas' }] },
      },
    })
  })

  it('answers other objects than reviews with an HTTP status', async () => {
    expect((await post('/convert', '{')).status).toBe(400)
    expect((await post('/convert', '{}')).status).toBe(400)
    expect((await post('/convert', 'a: 1', { 'content-type': 'application/yaml' })).status).toBe(415)
    expect((await post('/elsewhere', '{}')).status).toBe(404)
    expect((await post('/convert', JSON.stringify('x'.repeat(8 * 1024 * 1024)))).status).toBe(413)
  })
})
