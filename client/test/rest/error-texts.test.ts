import { Namespace, Pod } from 'apimachinery/api/core/v1'
import { Eviction } from 'apimachinery/api/policy/v1'
import { describe, expect, it } from 'vitest'
import { Client } from '../../src/client/client.js'
import { nameAndNamespace } from '../../src/rest/name-and-namespace.js'
import { RequestStatusError } from '../../src/rest/request-status-error.js'
import { checkSegment } from '../../src/rest/request-target.js'
import { parseWarnings } from '../../src/rest/warnings.js'
import { InProcessTransport } from '../../src/transport/in-process-transport.js'
import type { TransportRequest } from '../../src/transport/transport.js'

/** A client of a server that answers everything with one document. */
function clientOf(text: string, { status = 200, type = 'application/json' } = {}) {
  const sent: TransportRequest[] = []
  const transport = new InProcessTransport(async (request) => {
    sent.push(request)
    return { status, headers: { 'content-type': type }, body: new TextEncoder().encode(text) }
  })
  return { client: Client.from({ transport, format: 'json' }), sent }
}
const pod = '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","namespace":"ns"}}'

describe('pages instead of answers', () => {
  it.each<[string, string]>([
    ['<h1>502</h1>\n\n  <p>Bad   Gateway</p>', '502 Bad Gateway'],
    ['a<script type="x">\nif (1 < 2) b()\n</script>c', 'a c'],
    ['a<style>b { c: d }</style>e<STYLE>f</STYLE>g', 'a e g'],
    ['a<scripted>b', 'a b'],
    ['a<script>never ends', 'a'],
    ['a<b never ends', 'a'],
  ])('%j are shown without markup', async (page, text) => {
    const { client } = clientOf(page, { status: 502, type: 'text/html; charset=utf-8' })
    await expect(client.resource(Pod).namespace('ns').get('p')).rejects.toThrow(
      `an error on the server (${JSON.stringify(text)}) has prevented the request from succeeding (get pods p)`,
    )
  })

  it('are shown for paths that are no resource', async () => {
    const { client } = clientOf('<p>no</p>', { status: 502, type: 'text/html' })
    await expect(client.rest.get().absPath('/metrics').do()).rejects.toThrow('an error on the server ("no")')
  })
})

describe('an error of a request', () => {
  const status = { status: 'Failure', message: 'no', code: 401 } as never
  const request = { method: 'GET', verb: 'get', path: '/x', httpStatus: 401, headers: {} }

  it('says whose credentials were not accepted, and only that of others', () => {
    expect(new RequestStatusError(status, { ...request, identity: 'user a' }).message).toBe(
      'no: the server does not accept user a',
    )
    expect(new RequestStatusError(status, request).message).toBe('no')
    expect(new RequestStatusError(status, { ...request, httpStatus: 403, identity: 'user a' }).message).toBe('no')
  })

  it('has the name that the server gave to the request', () => {
    const withHeaders = (headers: Record<string, string>) => new RequestStatusError(status, { ...request, headers })
    expect(withHeaders({ 'audit-id': 'a', 'x-request-id': 'b' }).requestId).toBe('a')
    expect(withHeaders({ 'x-request-id': 'b' }).requestId).toBe('b')
    expect(withHeaders({}).requestId).toBeUndefined()
  })

  it('has its cause', () => {
    const cause = new Error('why')
    expect(new RequestStatusError(status, request, cause).cause).toBe(cause)
  })

  it.each([
    ['DELETE of many', 'deletecollection', (client: Client) => client.resource(Pod).namespace('ns').deleteCollection()],
    ['OPTIONS', 'options', (client: Client) => client.rest.verb('OPTIONS').resource('pods').do()],
  ])('of %s has the verb %s', async (_, verb, send) => {
    const { client } = clientOf('', { status: 500 })
    await expect(send(client)).rejects.toMatchObject({ verb })
  })
})

describe('names', () => {
  it.each([
    ['..', "may not be '..'"],
    ['.', "may not be '.'"],
    ['a/b', "may not contain '/'"],
    ['a%b', "may not contain '%'"],
  ])('%j are refused with Go’s words', (name, problem) => {
    expect(() => checkSegment('resource name', name)).toThrow(
      `invalid resource name ${JSON.stringify(name)}: [${problem}]`,
    )
  })

  it('of objects are texts', () => {
    const refused = { code: 'InvalidRequest', message: expect.stringContaining('name and namespace must be strings') }
    for (const metadata of [{ name: 5 }, { name: 'a', namespace: 5 }, { name: {}, namespace: 'b' }])
      expect(() => nameAndNamespace({ metadata })).toThrow(expect.objectContaining(refused))
    expect(nameAndNamespace({ metadata: { name: 'a', namespace: '' } })).toEqual({ name: 'a', namespace: undefined })
    expect(nameAndNamespace({ metadata: { name: 'a', namespace: 'b' } })).toEqual({ name: 'a', namespace: 'b' })
    for (const object of [{}, { metadata: null }, { metadata: { name: null, namespace: null } }])
      expect(nameAndNamespace(object)).toEqual({ name: '', namespace: undefined })
  })

  it('of namespaces are needed to create', async () => {
    const { client, sent } = clientOf(pod)
    await expect(client.resource(Pod).create(new Pod({ metadata: { name: 'p' } }))).rejects.toThrow(
      "an empty namespace may not be set during creation: pods: set metadata.namespace of the object, or use the resource client's namespace('…')",
    )
    expect(sent).toEqual([])
  })
})

describe('sub-resources', () => {
  const inNamespace = new Pod({ metadata: { name: 'p', namespace: 'ns' } })
  const paths = (sent: readonly TransportRequest[]) => sent.map(({ method, path }) => `${method} ${path}`)

  it('are where their object is, if the client says no namespace', async () => {
    const { client, sent } = clientOf(pod)
    await client.resource(Pod).status().update(inNamespace)
    await client.resource(Pod).namespace('other').status().update(inNamespace)
    await client
      .resource(Namespace)
      .status()
      .update(new Namespace({ metadata: { name: 'n', namespace: 'x' } as never }))
    expect(paths(sent)).toEqual([
      'PUT /api/v1/namespaces/ns/pods/p/status',
      'PUT /api/v1/namespaces/other/pods/p/status',
      'PUT /api/v1/namespaces/n/status',
    ])
    await expect(client.resource(Pod).status().get('p')).rejects.toThrow(
      'an empty namespace may not be set when a resource name is provided: pods "p"',
    )
  })

  it('take a time, and say which kinds they have', async () => {
    const { client, sent } = clientOf(pod)
    const pods = client.resource(Pod).namespace('ns')
    await pods.status().update(inNamespace, { timeoutMilliseconds: 2500 })
    await pods.subresource('eviction', Eviction).create('p', { metadata: { name: 'p' } })
    expect(paths(sent)).toEqual([
      'PUT /api/v1/namespaces/ns/pods/p/status?timeout=2500ms',
      'POST /api/v1/namespaces/ns/pods/p/eviction',
    ])
    const [, eviction] = sent.map(({ body }) => JSON.parse(new TextDecoder().decode(body as Uint8Array)))
    expect(eviction).toEqual({ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } })
  })
})

// Facts of TestParseWarningHeader of k8s.io/apimachinery/pkg/util/net.
describe('warnings', () => {
  it.each<[string | readonly string[] | undefined, object[]]>([
    [undefined, []],
    ['', []],
    ['299 - "a"', [{ code: 299, agent: '-', text: 'a' }]],
    [
      '299 agent "a" , 199 b "c"',
      [
        { code: 299, agent: 'agent', text: 'a' },
        { code: 199, agent: 'b', text: 'c' },
      ],
    ],
    [
      ['299 - "a"', '299 - "b"'],
      [
        { code: 299, agent: '-', text: 'a' },
        { code: 299, agent: '-', text: 'b' },
      ],
    ],
    ['299 - "a", broken', [{ code: 299, agent: '-', text: 'a' }]],
    ['299 - "\\"a\\\\"', [{ code: 299, agent: '-', text: '"a\\' }]],
    ['29 - "a"', []],
  ])('of %j are read', (header, warnings) => {
    expect(parseWarnings(header)).toEqual(warnings)
  })
})
