import { Pod } from 'apimachinery/api/core/v1'
import { isResourceExpired, isTooManyRequests } from 'apimachinery/errors'
import { type Clock, systemClock } from 'apimachinery/wait'
import { describe, expect, it } from 'vitest'
import { Client } from '../../src/client/client.js'
import type { WatchCallOptions } from '../../src/rest/call-options.js'
import { isRequestStatusError } from '../../src/rest/request-status-error.js'
import { type InProcessResponse, InProcessTransport } from '../../src/transport/in-process-transport.js'

/** What a server answers to one watch: lines, then the end of the stream, an error, or silence. */
interface Stream {
  readonly lines?: readonly string[]
  readonly ends?: 'end' | 'break' | 'silence'
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

const event = (type: string, version?: string, name = 'p') =>
  JSON.stringify({
    type,
    object: {
      ...{ apiVersion: 'v1', kind: 'Pod' },
      metadata: { name, ...(version !== undefined && { resourceVersion: version }) },
    },
  })
const failure = (code: number, reason: string, details?: object) => ({
  ...{ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: reason, reason, code },
  ...(details && { details }),
})
const errorEvent = (object: object) => JSON.stringify({ type: 'ERROR', object })
const expired = errorEvent(failure(410, 'Expired'))

/** A watch of pods that gets these streams one after another: its events, its end, and what it asked and waited. */
function watching(streams: readonly Stream[], options: WatchCallOptions = {}) {
  const asked: URLSearchParams[] = []
  const waits: number[] = []
  const clock: Clock = {
    ...systemClock,
    setTimer: (callback, milliseconds) => {
      waits.push(milliseconds)
      const handle = setImmediate(callback)
      return {
        stop: () => {
          clearImmediate(handle)
          return true
        },
      }
    },
  }
  const transport = new InProcessTransport(async ({ path, signal }): Promise<InProcessResponse> => {
    asked.push(new URL(path, 'http://x').searchParams)
    const { lines = [], ends = 'end', status = 200, headers = {} } = streams[asked.length - 1] ?? { lines: [expired] }
    async function* body(): AsyncGenerator<Uint8Array> {
      if (lines.length > 0) yield new TextEncoder().encode(`${lines.join('\n')}\n`)
      if (ends === 'break') throw new Error('the connection was lost')
      if (ends === 'silence') await new Promise((resolve) => signal?.addEventListener('abort', resolve))
    }
    return { status, headers: { 'content-type': 'application/json', ...headers }, body: body() }
  })
  const client = Client.from({ transport, clock, maxRetries: 0 })
  const watch = client.resource(Pod).namespace('ns').watch(options)
  const seen: string[] = []
  const read = async (): Promise<unknown> => {
    try {
      for await (const { type, object } of watch) seen.push(`${type} ${object.metadata?.resourceVersion ?? ''}`)
      return undefined
    } catch (error) {
      return error
    }
  }
  return { watch, seen, asked, waits, read, versions: () => asked.map((each) => each.get('resourceVersion')) }
}

describe('a watch that ends', () => {
  it('goes on at once after an event, and later each time that nothing came', async () => {
    const nothing = Array.from({ length: 8 }, () => ({}))
    const { read, seen, waits, versions } = watching([
      { lines: [event('ADDED', '5')] },
      ...nothing,
      { lines: [event('MODIFIED', '6')] },
      {},
    ])
    expect(isResourceExpired(await read())).toBe(true)
    expect(seen).toEqual(['ADDED 5', 'MODIFIED 6'])
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 1000])
    expect(versions()).toEqual([null, ...Array.from({ length: 9 }, () => '5'), '6', '6'])
  })

  it.each<[string, WatchCallOptions]>([
    ['as its time says', { timeoutSeconds: 5, resourceVersion: '1' }],
    ['as it is not to go on', { resume: false, resourceVersion: '1' }],
    ['before it has a version', {}],
  ])('is over %s', async (_, options) => {
    const { read, asked } = watching([{}], options)
    expect(await read()).toBeUndefined()
    expect(asked).toHaveLength(1)
  })

  it('asks for the objects that there are only once', async () => {
    const options = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' as const }
    const { read, asked } = watching([{ lines: [event('ADDED', '5')] }], options)
    await read()
    expect(asked.map((each) => [each.get('sendInitialEvents'), each.get('resourceVersionMatch')])).toEqual([
      ['true', 'NotOlderThan'],
      [null, null],
    ])
    expect(asked.map((each) => each.get('allowWatchBookmarks'))).toEqual(['true', 'true'])
  })
})

describe('bookmarks', () => {
  const streams = [{ lines: [event('ADDED', '5'), event('BOOKMARK', '9'), event('MODIFIED', '10')] }]

  it('are seen where they were asked for', async () => {
    const { read, seen } = watching(streams, { allowWatchBookmarks: true })
    await read()
    expect(seen).toEqual(['ADDED 5', 'BOOKMARK 9', 'MODIFIED 10'])
  })

  it('move the version where they were not', async () => {
    const { read, seen, versions } = watching([{ lines: [event('ADDED', '5'), event('BOOKMARK', '9')] }])
    await read()
    expect(seen).toEqual(['ADDED 5'])
    expect(versions()).toEqual([null, '9'])
  })
})

describe('a watch that fails', () => {
  it.each([429, 500, 503, 504])('with %i goes on', async (code) => {
    const { read, versions, waits } = watching([
      { lines: [event('ADDED', '5'), errorEvent(failure(code, 'InternalError'))] },
      { lines: [event('ADDED', '6')] },
    ])
    expect(isResourceExpired(await read())).toBe(true)
    expect(versions()).toEqual([null, '5', '6'])
    expect(waits).toEqual([])
  })

  it.each<[string, object]>([
    ['400', failure(400, 'BadRequest')],
    ['410', failure(410, '')],
    ['the reason Gone', failure(500, 'Gone')],
    ['the reason Expired', failure(500, 'Expired')],
  ])('with %s has failed, and the error says where', async (_, object) => {
    const { read, asked } = watching([{ lines: [event('ADDED', '5'), errorEvent(object)] }])
    const error = await read()
    expect(isRequestStatusError(error) && error).toMatchObject({ method: 'GET', verb: 'watch', requestPath: 'pods' })
    expect(asked).toHaveLength(1)
  })

  it('with something that is no Status has failed', async () => {
    const { read, asked } = watching([{ lines: [event('ADDED', '5'), errorEvent(JSON.parse(event('', '1')).object)] }])
    expect(await read()).toBeInstanceOf(Error)
    expect(asked).toHaveLength(1)
  })

  it('waits as long as the server says, in the event or in the header', async () => {
    const busy = failure(429, 'TooManyRequests', { retryAfterSeconds: 3 })
    const { read, waits, seen } = watching([
      { lines: [errorEvent(busy)] },
      { status: 429, headers: { 'retry-after': '7' }, lines: [JSON.stringify(failure(429, 'TooManyRequests'))] },
      { lines: [event('ADDED', '5')] },
    ])
    expect(isResourceExpired(await read())).toBe(true)
    expect(seen).toEqual(['ADDED 5'])
    expect(waits).toEqual([3000, 7000])
  })

  it('as its connection broke goes on where it was, but not without a version', async () => {
    const { read, versions } = watching([{ lines: [event('ADDED', '5')], ends: 'break' }])
    expect(isResourceExpired(await read())).toBe(true)
    expect(versions()).toEqual([null, '5'])
    const without = watching([{ lines: [event('ADDED')], ends: 'break' }])
    expect(await without.read()).toMatchObject({ code: 'UnexpectedEOF' })
    expect(without.asked).toHaveLength(1)
  })

  it('is not repeated where it is not to go on', async () => {
    const { read, asked } = watching([{ lines: [errorEvent(failure(429, 'TooManyRequests'))] }], { resume: false })
    expect(isTooManyRequests(await read())).toBe(true)
    expect(asked).toHaveLength(1)
  })

  it('gives the events before what it cannot read', async () => {
    const { watch } = watching([
      { lines: [event('ADDED', '5'), event('MODIFIED', '6'), 'no event', event('ADDED', '7')] },
    ])
    const values = [await watch.next(), await watch.next()].map(({ value }) => value?.type)
    expect(values).toEqual(['ADDED', 'MODIFIED'])
    await expect(watch.next()).rejects.toThrow()
    expect(await watch.next()).toEqual({ value: undefined, done: true })
  })
})

describe('a watch that is ended', () => {
  it('while it is silent throws the reason of its signal', async () => {
    const controller = new AbortController()
    const { read, asked, watch } = watching([{ ends: 'silence' }], { signal: controller.signal })
    const reading = read()
    await expect.poll(() => asked.length).toBe(1)
    controller.abort(new Error('enough'))
    expect(await reading).toMatchObject({ message: 'enough' })
    expect(watch.resourceVersion).toBeUndefined()
  })

  it('by its reader is done, whatever had come', async () => {
    const { watch } = watching([{ lines: [event('ADDED', '5'), event('MODIFIED', '6')], ends: 'silence' }])
    expect((await watch.next()).value?.type).toBe('ADDED')
    watch.stop()
    expect(await watch.next()).toEqual({ value: undefined, done: true })
    expect(watch.resourceVersion).toBe('5')
  })
})
