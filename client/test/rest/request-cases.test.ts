// The tables of client-go's rest/request_test.go of paths, bodies and responses, rewritten; retries are in retry-cases.test.ts.
import { Pod, PodLogOptions } from 'apimachinery/api/core/v1'
import { isAlreadyExists, isBadRequest, isConflict, isForbidden, isNotFound, isUnauthorized } from 'apimachinery/errors'
import { ListOptions, PartialObjectMetadata } from 'apimachinery/meta/v1'
import { GroupVersionResource } from 'apimachinery/schema'
import { describe, expect, it } from 'vitest'
import { Client } from '../../src/client/client.js'
import { KindCodec } from '../../src/rest/kind-codec.js'
import type { Request } from '../../src/rest/request.js'
import { isRequestStatusError } from '../../src/rest/request-status-error.js'
import { type InProcessResponse, InProcessTransport } from '../../src/transport/in-process-transport.js'
import type { TransportRequest } from '../../src/transport/transport.js'

interface Answer {
  readonly status: number
  readonly type?: string
  readonly text?: string
}

/** A client of a server that gives one answer, and what it was sent. */
function clientOf({ status, type, text = '' }: Answer): { readonly client: Client; readonly sent: TransportRequest[] } {
  const sent: TransportRequest[] = []
  const headers = type === undefined ? {} : { 'content-type': type }
  const answer: InProcessResponse = { status, headers, body: new TextEncoder().encode(text) }
  const transport = new InProcessTransport(async (request) => {
    sent.push(request)
    return answer
  })
  return { client: Client.from({ transport }), sent }
}

const request = (method = 'GET'): Request => clientOf({ status: 200 }).client.rest.verb(method)

describe('paths', () => {
  it.each<[string, (each: Request) => Request]>([
    ['resource', (each) => each.resource('bars').resource('bazes')],
    ['resource name', (each) => each.name('bar').name('baz')],
    ['namespace', (each) => each.namespace('bar').namespace('baz')],
    ['subresource', (each) => each.subResource('bar').subResource('baz')],
  ])('a %s is set once', (what, build) => {
    expect(() => build(request())).toThrow(new RegExp(`^${what} already set to "bars?", cannot change to "baze?s?"$`))
  })

  it.each([
    ['', '', '/'],
    ['/', '', '/'],
    ['/api', '', '/api'],
    ['/api/', '', '/api/'],
    ['/apis', '', '/apis'],
    ['/bar/foo', '', '/bar/foo'],
    ['/foo', 'a b/c?d', '/foo/a%20b/c%3Fd'],
    ['/foo', '/logs/', '/foo/logs/'],
    ['/foo', "x&y=1;2,3:@$+'()*", '/foo/x&y=1;2,3:@$+%27%28%29%2A'],
  ])('absPath(%j).suffix(%j) is %j', (absolute, suffix, expected) => {
    const built = request().absPath(absolute)
    expect((suffix === '' ? built : built.suffix(suffix)).path()).toBe(expected)
  })

  it('versioned parameters are added to those that there are', () => {
    const built = request().resource('pods').param('foo', 'a')
    built.versionedParams({ follow: true, container: 'bar' }, PodLogOptions)
    built.versionedParams({ resourceVersion: '1' }, ListOptions)
    built.versionedParams({ resourceVersion: '2', timeoutSeconds: 10 }, ListOptions)
    const query = new URLSearchParams(built.path().split('?')[1])
    expect([...query].sort()).toEqual([
      ['container', 'bar'],
      ['follow', 'true'],
      ['foo', 'a'],
      ['resourceVersion', '1'],
      ['resourceVersion', '2'],
      ['timeoutSeconds', '10'],
    ])
  })

  it.each<[string, string | undefined, string | undefined, readonly string[], boolean]>([
    ['no namespace', undefined, undefined, ['GET', 'PUT', 'DELETE', 'POST'], false],
    ['neither namespace nor name', '', undefined, ['GET', 'PUT', 'DELETE'], false],
    ['a name without a namespace', '', 'name', ['GET', 'PUT', 'DELETE', 'PATCH'], true],
    ['a creation without a namespace', '', undefined, ['POST'], true],
    ['both', 'namespace', 'name', ['GET', 'PUT', 'DELETE', 'POST'], false],
  ])('are looked at before anything is sent: %s', async (...[, namespace, name, methods, refused]) => {
    for (const method of methods) {
      const { client, sent } = clientOf({ status: 200 })
      const built = client.rest.verb(method).resource('pods')
      if (namespace !== undefined) built.namespace(namespace)
      if (name !== undefined) built.name(name)
      const outcome = await built.do().then(
        () => 'sent',
        () => 'refused',
      )
      expect([method, outcome, sent.length]).toEqual([method, refused ? 'refused' : 'sent', refused ? 0 : 1])
    }
  })
})

describe('bodies', () => {
  it('are bytes, streams of bytes and objects', async () => {
    const { client, sent } = clientOf({ status: 201 })
    const bytes = new TextEncoder().encode('test payload')
    async function* stream(): AsyncGenerator<Uint8Array> {
      yield bytes
    }
    const post = (): Request =>
      client.rest
        .post()
        .codec(new KindCodec([Pod]))
        .resource('pods')
        .namespace('n')
    await post().body(bytes).do()
    await post().body(stream(), 'text/plain').do()
    const created = await post()
      .body(new Pod({ metadata: { name: 'foo' } }))
      .do()
    await post().do()
    expect(created.httpStatus).toBe(201)
    expect(sent.map(({ headers }) => headers['content-type'])).toEqual([
      undefined,
      'text/plain',
      'application/json',
      undefined,
    ])
    expect(sent[0]?.body).toBe(bytes)
    expect(new TextDecoder().decode(sent[2]?.body as Uint8Array)).toContain('"name":"foo"')
    expect(sent[3]?.body).toBeUndefined()
  })

  it('that cannot be written are refused', () => {
    expect(() => request('POST').body({ kind: 'X', apiVersion: 'v1' }, 'application/xml')).toThrow('application/xml')
  })
})

describe('answers', () => {
  it.each([
    [200, undefined],
    [200, 'text/any'],
    [201, 'application/json'],
    [202, 'application/json'],
    [204, undefined],
  ])('of status %i and type %s are taken as they are', async (status, type) => {
    const result = await clientOf({ status, ...(type && { type }), text: 'aaaaa' })
      .client.rest.get()
      .resource('pods')
      .do()
    expect([result.httpStatus, result.text()]).toEqual([status, 'aaaaa'])
  })

  it.each<[Answer, (error: unknown) => boolean]>([
    [{ status: 401 }, isUnauthorized],
    [{ status: 401, type: 'application/json', text: 'aaaaa' }, isUnauthorized],
    [{ status: 401, type: 'text/any', text: 'aaaaa' }, isUnauthorized],
    [{ status: 401, type: 'application/protobuf', text: 'aaaaa' }, isUnauthorized],
    [{ status: 403 }, isForbidden],
    [{ status: 404, type: 'application/unrecognized', text: 'aaaaa' }, isNotFound],
    [{ status: 409 }, isConflict],
  ])('that are refusals without a Status: %j', async (answer, isIt) => {
    for (const way of ['do', 'stream'] as const) {
      const error = await clientOf(answer)
        .client.rest.get()
        .resource('pods')
        [way]()
        .catch((thrown: unknown) => thrown)
      expect(isRequestStatusError(error) && isIt(error)).toBe(true)
      expect((error as { status: { code: number } }).status.code).toBe(answer.status)
      expect((error as Error).message).not.toBe('aaaaa')
    }
  })

  it.each([199, 300, 301, 304, 399])('of status %i are errors', async (status) => {
    await expect(clientOf({ status }).client.rest.get().resource('pods').do()).rejects.toSatisfy(isRequestStatusError)
  })

  it.each<[string, string, number, (error: unknown) => boolean]>([
    ['POST', 'foo', 409, isAlreadyExists],
    ['PUT', 'foo', 409, isConflict],
    ['GET', 'foo', 404, isNotFound],
  ])('%s of %s with status %i', async (...[method, resource, status, isIt]) => {
    const sent = clientOf({ status }).client.rest.verb(method).resource(resource).name('bar').do()
    const error = await sent.catch((thrown: unknown) => thrown)
    expect(isIt(error)).toBe(true)
    expect((error as Error).message).toMatch(/foo.*bar|bar.*foo/)
  })

  it.each([
    ['a Status says what is wrong', '{"kind":"Status","apiVersion":"v1","status":"Failure","code":404}', 404],
    ['one that succeeded does not', '{"kind":"Status","apiVersion":"v1","status":"Success","code":404}', 400],
    ['an empty object does not', '{}', 400],
    ['old servers leave out its apiVersion', '{"kind":"Status","status":"Failure","code":404}', 404],
    ['but not its kind', '{"status":"Failure","code":404}', 400],
  ])('of status 400: %s', async (_, text, code) => {
    const error = await clientOf({ status: 400, text })
      .client.rest.get()
      .resource('pods')
      .do()
      .catch((thrown: unknown) => thrown)
    expect((error as { status: { code: number } }).status.code).toBe(code)
    expect(isBadRequest(error)).toBe(code === 400)
  })

  it('that name no media type are errors of the server', async () => {
    const sent = clientOf({ status: 500, type: 'application/,others' }).client.rest.get().resource('pods').do()
    await expect(sent).rejects.toMatchObject({ httpStatus: 500 })
  })

  it('of another type than was asked for are read by their own', async () => {
    const event = JSON.stringify({
      type: 'ADDED',
      object: { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'first' } },
    })
    const { client, sent } = clientOf({ status: 200, type: 'application/json', text: `${event}\n` })
    const watch = client.resource(Pod).watch({ resume: false })
    expect(await watch.next()).toMatchObject({ value: { type: 'ADDED', object: { metadata: { name: 'first' } } } })
    expect(await watch.next()).toMatchObject({ done: true })
    expect(sent[0]?.headers.accept).toContain('protobuf')
  })

  it('of an unknown type are no watch', async () => {
    const watch = clientOf({ status: 200, type: 'foobar', text: '{}' }).client.resource(Pod).watch()
    await expect(watch.next()).rejects.toThrow('foobar')
  })

  it('are complete objects from servers without partial metadata', async () => {
    const metadata = { name: 'c', uid: 'u', creationTimestamp: '2020-01-01T00:00:00Z', labels: { a: 'b' } }
    const whole = { apiVersion: 'stable.example.com/v1', kind: 'CronTab', metadata, spec: { big: 'x' } }
    const crontabs = new GroupVersionResource('stable.example.com', 'v1', 'crontabs')
    const get = (object: object): Promise<PartialObjectMetadata> =>
      clientOf({ status: 200, type: 'application/json', text: JSON.stringify(object) })
        .client.resource(crontabs)
        .namespace('n')
        .metadata()
        .get('c')
    const found = await get(whole)
    expect(found).toBeInstanceOf(PartialObjectMetadata)
    expect(found.metadata?.labels).toEqual({ a: 'b' })
    expect(found).not.toHaveProperty('spec')
    await expect(get({ ...whole, metadata: { name: 'c' } })).rejects.toThrow('does not appear to match the ObjectMeta')
  })
})
