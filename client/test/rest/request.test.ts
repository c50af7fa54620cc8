import { isNotFound, isTooManyRequests, newNotFound } from 'apimachinery/errors'
import { ListOptions } from 'apimachinery/meta/v1'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { Client } from '../../src/client/client.js'
import type { Request } from '../../src/rest/request.js'
import { isRequestStatusError } from '../../src/rest/request-status-error.js'
import type { RESTClientOptions } from '../../src/rest/rest-client.js'
import { ExponentialBackoff } from '../../src/rest/url-backoff.js'
import { type InProcessHandler, InProcessTransport } from '../../src/transport/in-process-transport.js'
import { TransportError } from '../../src/transport/transport-error.js'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const answer = (status: number, body = '', headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: bytes(body),
})
const pod = '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"}}'

function clientOf(handler: InProcessHandler, options: Partial<RESTClientOptions> = {}): Client {
  return Client.from({ transport: new InProcessTransport(handler), ...options })
}

const request = (method = 'GET'): Request => clientOf(async () => answer(200, pod)).rest.verb(method)

describe('paths of requests', () => {
  it.each<[string, (each: Request) => Request, string]>([
    ['a resource', (each) => each.resource('pods'), '/api/v1/pods'],
    [
      'a namespace before the resource',
      (each) => each.resource('pods').name('p').namespace('n'),
      '/api/v1/namespaces/n/pods/p',
    ],
    [
      'a group',
      (each) => each.groupVersion({ group: 'apps', version: 'v1' }).resource('deployments'),
      '/apis/apps/v1/deployments',
    ],
    [
      'a sub-resource behind the name',
      (each) => each.subResource('test').name('bar').resource('foo').namespace('n'),
      '/api/v1/namespaces/n/foo/bar/test',
    ],
    [
      'several segments of it',
      (each) => each.resource('foo').namespace('n').name('bar').subResource('test', 'a/b').suffix('test2'),
      '',
    ],
    [
      'a suffix',
      (each) => each.resource('foo').namespace('n').name('bar').subResource('test').suffix('test2'),
      '/api/v1/namespaces/n/foo/bar/test/test2',
    ],
    ['an absolute path', (each) => each.absPath('foo', 'bar'), '/foo/bar'],
    ['its slash at the end', (each) => each.absPath('/foo/bar/'), '/foo/bar/'],
    [
      'a name that is escaped',
      (each) => each.resource('pods').namespace('n').name('a b:c'),
      '/api/v1/namespaces/n/pods/a%20b:c',
    ],
    [
      'parameters as often as given',
      (each) => each.resource('pods').param('foo', 'a').param('foo', 'b'),
      '/api/v1/pods?foo=a&foo=b',
    ],
    ['empty parameters', (each) => each.resource('pods').param('foo', ''), '/api/v1/pods?foo='],
    [
      'options of lists',
      (each) => each.resource('pods').versionedParams({ limit: 1, labelSelector: 'a=b', watch: false }, ListOptions),
      '/api/v1/pods?labelSelector=a%3Db&limit=1',
    ],
  ])('have %s', (_, build, expected) => {
    if (expected === '') expect(() => build(request()).path()).toThrow(`may not contain '/'`)
    else expect(build(request()).path()).toBe(expected)
  })

  it.each(['..', '.', 'a/b', 'a%b'])('refuse the segment %j everywhere', (segment) => {
    expect(() => request().resource(segment)).toThrow('invalid resource')
    expect(() => request().resource('pods').subResource(segment)).toThrow('invalid subresource')
    expect(() => request().resource('pods').namespace('n').name(segment).path()).toThrow('invalid resource name')
    expect(() => request().resource('pods').namespace(segment).path()).toThrow('invalid namespace')
  })

  it('refuse an empty name, and an empty namespace where one is needed', async () => {
    expect(() => request().name('')).toThrow('resource name may not be empty')
    await expect(request().resource('pods').namespace('').name('p').do()).rejects.toThrow(
      'an empty namespace may not be set when a resource name is provided',
    )
    await expect(request('POST').resource('pods').namespace('').do()).rejects.toThrow(
      'an empty namespace may not be set during creation',
    )
  })
})

describe('answers', () => {
  it.each([
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    [404, 'NotFound'],
    [405, 'MethodNotAllowed'],
    [409, 'Conflict'],
    [422, 'Invalid'],
    [429, 'TooManyRequests'],
    [500, 'InternalError'],
    [503, 'ServiceUnavailable'],
    [504, 'Timeout'],
  ])('of status %i without a Status are errors of reason %s', async (status, reason) => {
    const error = await clientOf(async () => answer(status, 'no JSON', { 'content-type': 'text/plain' }))
      .rest.get()
      .resource('pods')
      .namespace('n')
      .name('p')
      .do()
      .catch((thrown: unknown) => thrown)
    expect(isRequestStatusError(error) && error.status).toMatchObject({ code: status, reason })
  })

  it('that are a Status with another code keep that code', async () => {
    const { status } = newNotFound({ group: '', resource: 'pods' } as never, 'p')
    const client = clientOf(async () =>
      answer(400, JSON.stringify({ ...status, kind: 'Status', apiVersion: 'v1' }), {
        'content-type': 'application/json',
      }),
    )
    await expect(client.rest.get().resource('pods').do()).rejects.toSatisfy(isNotFound)
  })

  it('that have no body are no objects', async () => {
    const result = await clientOf(async () => answer(200))
      .rest.get()
      .resource('pods')
      .do()
    expect(result.raw()).toHaveLength(0)
    expect(() => result.object()).toThrow()
  })
})

describe('retries', () => {
  /** Answers by turns; gives how often it was asked. */
  function turns(...steps: readonly (() => ReturnType<typeof answer>)[]) {
    let count = 0
    const handler: InProcessHandler = async () =>
      (steps[Math.min(count++, steps.length - 1)] as () => ReturnType<typeof answer>)()
    return { handler, count: () => count }
  }
  const slow = (status: number) => () => answer(status, '', { 'retry-after': '0' })
  const lost = (): never => {
    throw new TransportError('ConnectionLost', 'read: connection reset by peer')
  }
  const good = () => answer(200, pod, { 'content-type': 'application/json' })

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('follow Retry-After for %s', async (method) => {
    const { handler, count } = turns(slow(429), slow(503), slow(500), good)
    await clientOf(handler).rest.verb(method).resource('pods').namespace('n').do()
    expect(count()).toBe(4)
  })

  it('end after ten, with the last answer', async () => {
    const { handler, count } = turns(slow(429))
    await expect(clientOf(handler).rest.get().resource('pods').do()).rejects.toSatisfy(isTooManyRequests)
    expect(count()).toBe(11)
  })

  it('end after as many as the request says', async () => {
    const { handler, count } = turns(slow(429))
    await expect(clientOf(handler).rest.get().resource('pods').maxRetries(3).do()).rejects.toSatisfy(isTooManyRequests)
    expect(count()).toBe(4)
  })

  it.each(['', 'soon', '-1', '1.5'])('are not made for Retry-After %j', async (value) => {
    const { handler, count } = turns(() => answer(503, '', { 'retry-after': value }))
    await expect(clientOf(handler).rest.get().resource('pods').do()).rejects.toThrow()
    expect(count()).toBe(1)
  })

  it.each<[string, number]>([
    ['GET', 2],
    ['POST', 1],
    ['PUT', 1],
    ['PATCH', 1],
    ['DELETE', 1],
  ])('after a reset connection: %s is sent %i times', async (method, times) => {
    const { handler, count } = turns(lost, good)
    const clock = new FakeClock()
    const done = clientOf(handler, { clock })
      .rest.verb(method)
      .resource('pods')
      .namespace('n')
      .do()
      .then(
        () => 'done',
        () => 'failed',
      )
    await clock.stepAsync(1000)
    expect(await done).toBe(times > 1 ? 'done' : 'failed')
    expect(count()).toBe(times)
  })

  it('are not made of a body that is a stream', async () => {
    const { handler, count } = turns(slow(429))
    async function* body(): AsyncGenerator<Uint8Array> {
      yield bytes(pod)
    }
    const sent = clientOf(handler).rest.post().resource('pods').namespace('n').body(body(), 'application/json').do()
    await expect(sent).rejects.toSatisfy(isTooManyRequests)
    expect(count()).toBe(1)
  })
})

describe('back-off', () => {
  it('doubles up to its limit, restarts after a success, and is removed', () => {
    const clock = new FakeClock()
    const backoff = new ExponentialBackoff({ baseMilliseconds: 1, limitMilliseconds: 60, clock })
    expect(backoff.delay()).toBe(0)
    const delays = Array.from({ length: 8 }, () => {
      backoff.update(500)
      return backoff.delay()
    })
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    backoff.update(404)
    expect(backoff.delay()).toBe(0)
    backoff.update(undefined)
    backoff.update(429)
    expect(backoff.delay()).toBe(2)
    // What failed longer ago than twice the limit is forgotten.
    clock.step(120)
    expect(backoff.delay()).toBe(2)
    backoff.update(503)
    expect(backoff.delay()).toBe(4)
    clock.step(119)
    expect(backoff.delay()).toBe(4)
    clock.step(2)
    expect(backoff.delay()).toBe(0)
  })
})
