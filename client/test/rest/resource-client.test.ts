import { Pod } from 'apimachinery/api/core/v1'
import { isConflict, isNotFound, isResourceExpired } from 'apimachinery/errors'
import { PatchType } from 'apimachinery/patch'
import { Unstructured } from 'apimachinery/runtime'
import { GroupVersionResource } from 'apimachinery/schema'
import { type Clock, systemClock } from 'apimachinery/wait'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../src/client/client.js'
import { NodeClient } from '../../src/client/node-client.js'
import { isRequestStatusError } from '../../src/rest/request-status-error.js'
import { type TestCertificate, testCertificate } from '../support/certificate.js'
import {
  answerJSON,
  cut,
  type Script,
  type ScriptedServer,
  type ServerFlavor,
  scriptedServer,
} from '../support/scripted-server.js'

const flavors: ServerFlavor[] = ['http1', 'https1', 'h2']
const pod = (name: string, resourceVersion = '1') => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'prod', resourceVersion, uid: `uid-${name}` },
  spec: { containers: [{ name: 'c', image: 'i' }] },
  unknown: { kept: true },
})
const failure = (code: number, reason: string, message: string) => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message,
  reason,
  code,
})

describe.each(flavors)('ResourceClient over %s', (flavor) => {
  let certificate: TestCertificate
  let server: ScriptedServer
  let client: Client

  beforeAll(async () => {
    certificate = await testCertificate()
  })
  afterEach(async () => {
    await client?.close()
    await server?.close()
  })
  async function start(script: Script, options: { readonly clock?: Clock } = {}): Promise<void> {
    server = await scriptedServer(flavor, script, { certificate })
    const tls = { caData: new TextEncoder().encode(certificate.cert) }
    const config = { host: server.url, tls: flavor === 'http1' ? undefined : tls }
    client = await NodeClient.connect({ ...options, config })
  }

  it('gets an object of its class and keeps unknown fields', async () => {
    await start((_, response) => answerJSON(response, pod('web')))
    const found = await client.resource(Pod).namespace('prod').get('web')
    expect(found).toBeInstanceOf(Pod)
    expect(found.spec?.containers[0]?.image).toBe('i')
    expect((found as unknown as { unknown: object }).unknown).toEqual({ kept: true })
    expect(server.requests[0]).toMatchObject({ method: 'GET', url: '/api/v1/namespaces/prod/pods/web' })
    expect(server.requests[0]?.headers.accept).toBe('application/vnd.kubernetes.protobuf,application/json')
    expect(server.requests[0]?.httpVersion).toBe(flavor === 'h2' ? '2.0' : '1.1')
  })

  it('sends every verb where it belongs', async () => {
    await start(({ method }, response) => answerJSON(response, pod('web'), { status: method === 'POST' ? 201 : 200 }))
    const pods = client.resource(Pod).namespace('prod')
    const object = new Pod({ metadata: { name: 'web' }, spec: { containers: [{ name: 'c', image: 'i' }] } })
    await pods.create(object, { dryRun: ['All'], fieldManager: 'me' })
    await pods.update(object)
    await pods.patch('web', { type: PatchType.JSON, body: [{ op: 'test', path: '/a', value: 1 }] })
    await pods.apply({ metadata: { name: 'web' } }, { fieldManager: 'me', force: true })
    await pods.delete('web', { gracePeriodSeconds: 0 })
    await pods.deleteCollection({ labelSelector: 'app=web' })
    await pods.status().update(object)
    await pods
      .scale()
      .get('web')
      .catch(() => undefined)
    expect(server.requests.map(({ method, url, headers }) => [method, url, headers['content-type']])).toEqual([
      ['POST', '/api/v1/namespaces/prod/pods?dryRun=All&fieldManager=me', 'application/json'],
      ['PUT', '/api/v1/namespaces/prod/pods/web', 'application/json'],
      ['PATCH', '/api/v1/namespaces/prod/pods/web', 'application/json-patch+json'],
      ['PATCH', '/api/v1/namespaces/prod/pods/web?fieldManager=me&force=true', 'application/apply-patch+yaml'],
      ['DELETE', '/api/v1/namespaces/prod/pods/web', 'application/json'],
      ['DELETE', '/api/v1/namespaces/prod/pods?labelSelector=app%3Dweb', undefined],
      ['PUT', '/api/v1/namespaces/prod/pods/web/status', 'application/json'],
      ['GET', '/api/v1/namespaces/prod/pods/web/scale', undefined],
    ])
    expect(JSON.parse(server.requests[3]?.body ?? '')).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web' },
    })
    expect(JSON.parse(server.requests[4]?.body ?? '')).toEqual({
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      gracePeriodSeconds: 0,
    })
  })

  it('throws the status of the server, with the request', async () => {
    await start((_, response) =>
      answerJSON(response, failure(404, 'NotFound', 'pods "web" not found'), {
        status: 404,
        headers: { 'audit-id': 'a-1' },
      }),
    )
    const error = await client
      .resource(Pod)
      .namespace('prod')
      .get('web')
      .catch((thrown: unknown) => thrown)
    expect(isNotFound(error)).toBe(true)
    expect(isRequestStatusError(error) && error).toMatchObject({
      message: 'pods "web" not found',
      requestId: 'a-1',
      verb: 'get',
      method: 'GET',
      requestPath: '/api/v1/namespaces/prod/pods/web',
    })
  })

  it('makes readable errors of pages of proxies', async () => {
    await start((_, response) => {
      response.writeHead(502, { 'content-type': 'text/html' })
      response.end('<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1>nginx</body></html>')
    })
    await expect(client.resource(Pod).namespace('prod').get('web')).rejects.toThrow(
      'an error on the server ("502 Bad Gateway 502 Bad Gateway nginx") has prevented the request from succeeding (get pods web)',
    )
  })

  it('does not decode a login page as an object', async () => {
    await start((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<html>log in</html>')
    })
    await expect(client.resource(Pod).namespace('prod').get('web')).rejects.toThrow('text/html instead of an object')
  })

  it('lists with the class of the items, page by page and item by item', async () => {
    await start(({ url }, response) => {
      const token = new URL(url, 'http://x').searchParams.get('continue') ?? ''
      const number = Number(token || '0')
      const metadata = { resourceVersion: '10', ...(number < 2 && { continue: String(number + 1) }) }
      answerJSON(response, {
        apiVersion: 'v1',
        kind: 'PodList',
        metadata,
        items: [pod(`a${number}`), pod(`b${number}`)],
      })
    })
    const pods = client.resource(Pod).namespace('prod')
    const list = await pods.list({ limit: 2 })
    expect(list.items[0]).toBeInstanceOf(Pod)
    expect(list.metadata?.continue).toBe('1')
    const names: (string | undefined)[] = []
    for await (const each of pods.each({ limit: 2 })) names.push(each.metadata?.name)
    expect(names).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2'])
    const items: unknown[] = []
    for await (const each of pods.listItems()) items.push(each)
    expect(items).toHaveLength(2)
    expect(items[0]).toBeInstanceOf(Pod)
  })

  it.each([{}, { items: null }, { items: [] }])('gives a list that says %j its items: none', async (rest) => {
    await start((_, response) => answerJSON(response, { apiVersion: 'v1', kind: 'PodList', metadata: {}, ...rest }))
    const pods = client.resource(Pod).namespace('prod')
    expect((await pods.list()).items).toEqual([])
    for await (const each of pods.each()) expect.unreachable(String(each))
    for await (const each of pods.listItems()) expect.unreachable(String(each))
  })

  it('reads the whole list when the token of a page has expired', async () => {
    await start(({ url }, response) => {
      const { searchParams } = new URL(url, 'http://x')
      if (searchParams.has('continue')) {
        return answerJSON(response, failure(410, 'Expired', 'too old'), { status: 410 })
      }
      const all = [pod('a'), pod('b'), pod('c')]
      const limited = searchParams.has('limit')
      const metadata = { resourceVersion: '10', ...(limited && { continue: 'x' }) }
      answerJSON(response, { apiVersion: 'v1', kind: 'PodList', metadata, items: limited ? all.slice(0, 2) : all })
    })
    const names: (string | undefined)[] = []
    for await (const each of client.resource(Pod).each({ limit: 2 })) names.push(each.metadata?.name)
    expect(names).toEqual(['a', 'b', 'c'])
  })

  it('watches on from where the stream broke off', async () => {
    let streams = 0
    let breakOff = (): void => undefined
    await start(({ url }, response) => {
      streams++
      const from = new URL(url, 'http://x').searchParams.get('resourceVersion')
      response.writeHead(200, { 'content-type': 'application/json' })
      const text = (type: string, object: object) => `${JSON.stringify({ type, object })}\n`
      const write = (lines: string) => (response as { write(text: string): void }).write(lines)
      const event = (type: string, object: object) => write(text(type, object))
      if (streams === 1) {
        const bookmark = { apiVersion: 'v1', kind: 'Pod', metadata: { resourceVersion: '9' } }
        write(text('ADDED', pod('a', '5')) + text('BOOKMARK', bookmark))
        breakOff = () => cut(response)
      } else if (streams === 2) {
        event('MODIFIED', pod('a', `${Number(from) + 1}`))
        response.end()
      } else {
        event('ERROR', failure(410, 'Expired', 'too old resource version'))
        response.end()
      }
    })
    const seen: string[] = []
    const watch = client.resource(Pod).namespace('prod').watch()
    const error = await (async () => {
      for await (const { type, object } of watch) {
        seen.push(`${type} ${object.metadata?.resourceVersion}`)
        // What came with the event is read first.
        if (seen.length === 1) setImmediate(breakOff)
      }
    })().catch((thrown: unknown) => thrown)
    expect(seen).toEqual(['ADDED 5', 'MODIFIED 10'])
    expect(isResourceExpired(error)).toBe(true)
    expect(server.requests.map(({ url }) => new URL(url, 'http://x').searchParams.get('resourceVersion'))).toEqual([
      null,
      '9',
      '10',
    ])
  })

  it('ends a watch when the loop is left, and releases the connection', async () => {
    let closed = false
    await start((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      ;(response as { write(text: string): void }).write(`${JSON.stringify({ type: 'ADDED', object: pod('a') })}\n`)
      response.once('close', () => {
        closed = true
      })
    })
    for await (const { object } of client.resource(Pod).watch()) {
      expect(object.metadata?.name).toBe('a')
      break
    }
    await expect.poll(() => closed).toBe(true)
  })

  it('ends with the reason of the signal', async () => {
    await start(() => undefined)
    const controller = new AbortController()
    const pending = client.resource(Pod).namespace('prod').get('web', { signal: controller.signal })
    await expect.poll(() => server.requests.length).toBe(1)
    controller.abort(new Error('enough'))
    await expect(pending).rejects.toThrow('enough')
  })

  it('keeps deadlines', async () => {
    // The deadline passes as soon as the server has the request, however long that takes.
    let ask: () => void = () => undefined
    const asked = new Promise<void>((resolve) => {
      ask = resolve
    })
    const clock: Clock = {
      ...systemClock,
      setTimer: (callback, milliseconds, options) => {
        if (milliseconds !== 2000) return systemClock.setTimer(callback, milliseconds, options)
        void asked.then(callback)
        return { stop: () => false }
      },
    }
    await start(() => ask(), { clock })
    const pending = client.resource(Pod).namespace('prod').get('web', { timeoutMilliseconds: 2000 })
    await expect(pending).rejects.toMatchObject({ code: 'DeadlineExceeded' })
    expect(server.requests[0]?.url).toContain('timeout=2s')
  })

  it('serves any resource without a class', async () => {
    await start((_, response) =>
      answerJSON(response, {
        apiVersion: 'stable.example.com/v1',
        kind: 'CronTab',
        metadata: { name: 'c' },
        spec: { big: 1 },
      }),
    )
    const crons = client.resource(new GroupVersionResource('stable.example.com', 'v1', 'crontabs'))
    const cron = await crons.namespace('prod').get('c')
    expect(cron).toBeInstanceOf(Unstructured)
    expect(cron.kind).toBe('CronTab')
  })

  it('tries again after Retry-After, also writes', async () => {
    let count = 0
    await start((_, response) => {
      if (++count < 3)
        answerJSON(response, failure(429, 'TooManyRequests', 'slow'), { status: 429, headers: { 'retry-after': '0' } })
      else answerJSON(response, failure(409, 'Conflict', 'taken'), { status: 409 })
    })
    const object = new Pod({ metadata: { name: 'web', namespace: 'prod' }, spec: { containers: [] } })
    const error = await client
      .resource(Pod)
      .update(object)
      .catch((thrown: unknown) => thrown)
    expect(isConflict(error)).toBe(true)
    expect(count).toBe(3)
  })

  it('rejects names that would change the path', async () => {
    await start((_, response) => answerJSON(response, pod('web')))
    const pods = client.resource(Pod).namespace('prod')
    await expect(pods.get('a/b')).rejects.toThrow(`invalid resource name "a/b": [may not contain '/']`)
    await expect(pods.get('..')).rejects.toThrow(`may not be '..'`)
    await expect(client.resource(Pod).get('web')).rejects.toThrow(
      'an empty namespace may not be set when a resource name is provided',
    )
    expect(server.requests).toHaveLength(0)
  })
})
