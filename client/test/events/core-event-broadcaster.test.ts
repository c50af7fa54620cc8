import { readFileSync } from 'node:fs'
import { Event, Pod } from 'apimachinery/api/core/v1'
import { newForbidden, newNotFound, toAPIStatus } from 'apimachinery/errors'
import { GroupResource } from 'apimachinery/schema'
import { FakeClock } from 'apimachinery/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { Client } from '../../src/client/client.js'
import { CoreEventBroadcaster } from '../../src/events/core-event-broadcaster.js'
import { EventCorrelator } from '../../src/events/event-correlator.js'
import { InProcessTransport } from '../../src/transport/in-process-transport.js'
import { TransportError } from '../../src/transport/transport-error.js'

/** An event, and how client-go 0.36.3 writes it: `record.EventCorrelator` with the clock moved by `after` seconds before each. */
interface Vector {
  readonly after?: number
  readonly object: string
  readonly type: string
  readonly reason: string
  readonly message: string
  readonly written: boolean
  readonly count?: number
  readonly says?: string
  /** The place, from 1 on, of the event whose object it is written to. */
  readonly first?: number
}

const file = new URL('./core-event-vectors.json', import.meta.url)
const vectors: Readonly<Record<string, readonly Vector[]>> = JSON.parse(readFileSync(file, 'utf8'))

describe('EventCorrelator', () => {
  it.each(Object.keys(vectors))('counts, combines and limits events as client-go does: %s', (name) => {
    const clock = new FakeClock()
    const correlator = new EventCorrelator({ clock })
    const places = new Map<string, number>()
    const results = vectors[name]!.map(({ after = 0, object, type, reason, message }, index) => {
      clock.step(after * 1000)
      const event = new Event({
        metadata: { name: `${object}.${index}`, namespace: 'ns' },
        involvedObject: { kind: 'Pod', apiVersion: 'v1', namespace: 'ns', name: object, uid: 'uid' },
        source: { component: 'c' },
        ...{ count: 1, type, reason, message },
      })
      const written = correlator.correlate(event)
      if (written === undefined) return { written: false }
      correlator.written(written)
      const key = written.metadata?.name ?? ''
      if (written.count === 1) places.set(key, index + 1)
      return { written: true, count: written.count, says: written.message, first: places.get(key) }
    })
    expect(results).toEqual(
      vectors[name]!.map(({ written, count, says, first }) =>
        written ? { written, count, says, first } : { written },
      ),
    )
  })
})

interface Sent {
  readonly method: string
  readonly path: string
  readonly body: Event
}
const resource = new GroupResource('', 'events')
const pod = new Pod({ metadata: { name: 'web', namespace: 'ns', uid: 'u1', resourceVersion: '5' } })
let clock: FakeClock
let sent: Sent[]
let fail: ((each: Sent) => unknown) | undefined
let errors: unknown[]

beforeEach(() => {
  clock = new FakeClock()
  sent = []
  errors = []
  fail = undefined
})

function make(): CoreEventBroadcaster {
  const transport = new InProcessTransport(async ({ method, path, body }) => {
    const each = { method, path, body: JSON.parse(new TextDecoder().decode(body as Uint8Array)) as Event }
    sent.push(each)
    const error = fail?.(each)
    if (error instanceof TransportError) throw error
    const name = path.split('/').at(-1)
    const metadata = { name, namespace: 'ns', ...each.body.metadata }
    const answer = error === undefined ? { ...each.body, metadata } : toAPIStatus(error)
    return {
      status: error === undefined ? 200 : (toAPIStatus(error).code ?? 500),
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(JSON.stringify({ apiVersion: 'v1', kind: 'Event', ...answer })),
    }
  })
  const client = Client.from({ transport, format: 'json', maxRetries: 0 })
  return new CoreEventBroadcaster({ client, clock, random: () => 0, onError: (error) => errors.push(error) })
}

describe('CoreEventBroadcaster', () => {
  it('writes an event of core/v1, and its repetition as a patch of count, time and message', async () => {
    const broadcaster = make()
    const recorder = broadcaster.recorder('web-controller')
    recorder.event(pod, 'Normal', 'Started', 'it runs')
    await broadcaster.flush()
    clock.step(1000)
    recorder.event(pod, 'Normal', 'Started', 'it runs')
    await broadcaster.flush()
    const name = sent[0]?.body.metadata?.name
    expect(name).toMatch(/^web\.[0-9a-f]{15,16}$/)
    expect(sent[0]).toEqual({
      method: 'POST',
      path: '/api/v1/namespaces/ns/events',
      body: {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name, namespace: 'ns' },
        involvedObject: {
          apiVersion: 'v1',
          kind: 'Pod',
          name: 'web',
          namespace: 'ns',
          uid: 'u1',
          resourceVersion: '5',
        },
        reason: 'Started',
        message: 'it runs',
        source: { component: 'web-controller' },
        firstTimestamp: '2000-01-01T00:00:00Z',
        lastTimestamp: '2000-01-01T00:00:00Z',
        count: 1,
        type: 'Normal',
        reportingComponent: 'web-controller',
        reportingInstance: '',
      },
    })
    expect(sent.slice(1)).toEqual([
      {
        method: 'PATCH',
        path: `/api/v1/namespaces/ns/events/${name}`,
        body: { count: 2, lastTimestamp: '2000-01-01T00:00:01Z', message: 'it runs' },
      },
    ])
    await broadcaster.stop()
    expect(clock.pendingTimers).toBe(0)
  })

  it('creates an event again that the server has forgotten', async () => {
    const broadcaster = make()
    fail = ({ method }) => (method === 'PATCH' ? newNotFound(resource, 'x') : undefined)
    const recorder = broadcaster.recorder('c')
    recorder.event(pod, 'Warning', 'Failed', 'm')
    recorder.event(pod, 'Warning', 'Failed', 'm')
    await broadcaster.flush()
    expect(sent.map(({ method, body }) => [method, body.count])).toEqual([
      ['POST', 1],
      ['PATCH', 2],
      ['POST', 2],
    ])
    await broadcaster.stop()
  })

  it('writes again what did not arrive, gives up after twelve times, and drops what is refused', async () => {
    const broadcaster = make()
    fail = () => new TransportError('NotConnected', 'refused')
    broadcaster.recorder('c').event(pod, 'Normal', 'R', 'm')
    for (let i = 0; i < 13; i++) await clock.stepAsync(10_000)
    await broadcaster.flush()
    expect([sent.length, errors.length]).toEqual([12, 1])
    fail = () => newForbidden(resource, 'web', new Error('no'))
    broadcaster.recorder('c').event(pod, 'Normal', 'Other', 'm')
    await broadcaster.flush()
    expect([sent.length, errors.length]).toEqual([13, 2])
    await broadcaster.stop()
  })

  it('names an event by itself where the name of its object would not do, and one of a cluster-scoped object in default', async () => {
    const broadcaster = make()
    broadcaster.recorder('c').event(new Pod({ metadata: { name: 'system:odd' } }), 'Normal', 'R', 'm')
    await broadcaster.flush()
    expect(sent[0]).toMatchObject({ path: '/api/v1/namespaces/default/events' })
    expect(sent[0]?.body.metadata?.name).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    await broadcaster.stop()
  })
})
