import { describe, expect, test } from 'vitest'
import { type LatencyPart, RequestLatencies } from '../../src/request/request-latencies.js'
import { noObserver } from '../../src/request/request-observer.js'
import { type Call, configMap, configMaps, TestAPI } from './test-api.js'

interface Seen {
  readonly request: unknown[]
  readonly patch: string[]
  readonly response: unknown[]
}

/** What the audit log is given for a call, after config maps `a` and `b` were created. */
async function audited(method: string, path: string, call: Call): Promise<Seen> {
  const seen: Seen = { request: [], patch: [], response: [] }
  let observed = false
  const api = await TestAPI.start(
    {},
    {
      onRequest(request) {
        if (!observed) return
        request.audit = {
          ...request.audit,
          requestObject: (body) => seen.request.push(body()),
          requestPatch: (bytes) => seen.patch.push(Buffer.from(bytes).toString()),
          responseObject: (body) => seen.response.push(body()),
        }
      },
    },
  )
  for (const name of ['a', 'b']) await api.call('POST', configMaps, { body: configMap(name, { data: { k: 'v' } }) })
  observed = true
  await api.call(method, path, call)
  return seen
}

const merge = { 'content-type': 'application/merge-patch+json' }
const k = (value: string) => ({ data: { k: value } })
const named = (name: string) => ({ kind: 'ConfigMap', metadata: { name } })

// Source: `LogRequestObject`, `LogRequestPatch` and `LogResponseObject` in the handlers of k8s.io/apiserver/pkg/endpoints.
describe('the audit log is given', () => {
  test.each<{ what: string; method: string; path: string; call?: Call; seen: Partial<Record<keyof Seen, unknown[]>> }>([
    { what: 'the object of a read', method: 'GET', path: '/a', seen: { response: [named('a')] } },
    {
      what: 'the whole list',
      method: 'GET',
      path: '',
      seen: {
        response: [{ kind: 'ConfigMapList', items: [{ metadata: { name: 'a' } }, { metadata: { name: 'b' } }] }],
      },
    },
    {
      what: 'the body and the answer of a creation',
      method: 'POST',
      path: '',
      call: { body: configMap('c') },
      seen: { request: [named('c')], response: [named('c')] },
    },
    {
      what: 'the body and the answer of an update',
      method: 'PUT',
      path: '/a',
      call: { body: configMap('a', k('w')) },
      seen: { request: [{ ...named('a'), ...k('w') }], response: [{ ...named('a'), ...k('w') }] },
    },
    {
      what: 'the text of a patch, and the answer',
      method: 'PATCH',
      path: '/a',
      call: { headers: merge, body: '{"data":{"k":"w"}}' },
      seen: { patch: ['{"data":{"k":"w"}}'], response: [{ ...named('a'), ...k('w') }] },
    },
    {
      what: 'the options of a deletion, and its status',
      method: 'DELETE',
      path: '/a',
      call: { body: { kind: 'DeleteOptions', apiVersion: 'v1', dryRun: ['All'] } },
      seen: { request: [{ dryRun: ['All'] }], response: [{ kind: 'Status', status: 'Success' }] },
    },
    {
      what: 'the failure',
      method: 'GET',
      path: '/none',
      seen: { response: [{ kind: 'Status', code: 404 }] },
    },
  ])('$what', async ({ method, path, call = {}, seen }) => {
    expect(await audited(method, configMaps + path, call)).toMatchObject({
      request: [],
      patch: [],
      response: [],
      ...seen,
    })
  })
})

describe('the time of a request is that of', () => {
  const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
  test.each<[string, string, Call, LatencyPart[]]>([
    ['a list: its encoding', '', {}, ['serialize-response-object']],
    [
      'a table: how it is made, and its encoding',
      '',
      { headers: table },
      ['serialize-response-object', 'transform-response-object'],
    ],
    ['an object: its encoding', '/a', {}, ['serialize-response-object']],
    [
      'an object as a table: how it is made, and its encoding',
      '/a',
      { headers: table },
      ['serialize-response-object', 'transform-response-object'],
    ],
  ])('%s', async (...[, path, call, parts]) => {
    let time = 0
    const latencies = new RequestLatencies({ monotonic: () => ++time })
    const api = await TestAPI.start({}, { onRequest: (request) => Object.assign(request, { latencies }) })
    await api.call('POST', configMaps, { body: configMap('a') })
    const all: LatencyPart[] = ['serialize-response-object', 'transform-response-object']
    const before = all.map((part) => latencies.of(part))
    await api.call('GET', configMaps + path, call)
    // Encoding ends after the answer is there.
    await expect.poll(() => all.filter((part, index) => latencies.of(part) > before[index]!)).toEqual(parts)
  })
})

describe('a deprecated version', () => {
  const deprecation = () => ({ warning: 'v1 ConfigMap is deprecated', removedRelease: '1.99' })

  test('warns with every answer, and is counted with the release that drops it', async () => {
    const counted: string[] = []
    const observer = { ...noObserver, deprecated: (release: string) => counted.push(release) }
    const api = await TestAPI.start(
      {},
      { group: { deprecation }, onRequest: (request) => Object.assign(request, { observer }) },
    )
    const { headers } = await api.call('GET', configMaps)
    expect([headers.warning].flat()).toEqual(['299 - "v1 ConfigMap is deprecated"'])
    expect((await api.call('GET', `${configMaps}/none`)).headers.warning).toBeDefined()
    expect(counted).toEqual(['1.99', '1.99'])
  })

  test('is none where nothing says so', async () => {
    const counted: string[] = []
    const observer = { ...noObserver, deprecated: (release: string) => counted.push(release) }
    const api = await TestAPI.start({}, { onRequest: (request) => Object.assign(request, { observer }) })
    expect((await api.call('GET', configMaps)).headers.warning).toBeUndefined()
    expect(counted).toEqual([])
  })
})

test('a body that cannot be read is of a kind that the scheme named for bodies does not have', async () => {
  const api = await TestAPI.start({}, { group: { bodiesUnknownTo: 'some/scheme.go:1' } })
  const { status, body } = await api.call('POST', configMaps, { body: '{' })
  expect([status, body.message]).toEqual([
    400,
    'no kind is registered for the type v1.ConfigMap in scheme "some/scheme.go:1"',
  ])
})
