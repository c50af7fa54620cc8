import { Pod } from 'apimachinery/api/core/v1'
import type { Event } from 'apimachinery/api/events/v1'
import { newForbidden, newNotFound, toAPIStatus } from 'apimachinery/errors'
import { GroupResource } from 'apimachinery/schema'
import { FakeClock } from 'apimachinery/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { Client } from '../../src/client/client.js'
import { EventBroadcaster, type EventBroadcasterOptions } from '../../src/events/event-broadcaster.js'
import { InProcessTransport } from '../../src/transport/in-process-transport.js'
import { TransportError } from '../../src/transport/transport-error.js'

interface Sent {
  readonly method: string
  readonly path: string
  readonly body: Event
}
const resource = new GroupResource('events.k8s.io', 'events')
const pod = new Pod({ metadata: { name: 'web', namespace: 'ns', uid: 'u1', resourceVersion: '5' } })
const started = { reason: 'Started', action: 'Start', note: 'it runs' }
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
function make(options: Partial<EventBroadcasterOptions> = {}): EventBroadcaster {
  const transport = new InProcessTransport(async ({ method, path, body }) => {
    const each = { method, path, body: JSON.parse(new TextDecoder().decode(body as Uint8Array)) as Event }
    sent.push(each)
    const error = fail?.(each)
    if (error instanceof TransportError) throw error
    const answer = error === undefined ? each.body : toAPIStatus(error)
    return {
      status: error === undefined ? 200 : (toAPIStatus(error).code ?? 500),
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(JSON.stringify({ apiVersion: 'events.k8s.io/v1', kind: 'Event', ...answer })),
    }
  })
  const client = Client.from({ transport, format: 'json', maxRetries: 0 })
  return new EventBroadcaster({ client, clock, random: () => 0, onError: (error) => errors.push(error), ...options })
}
const settle = async (): Promise<void> => {
  for (let i = 0; i < 10; i++) await clock.stepAsync(0)
}

describe('EventBroadcaster', () => {
  it('writes an event of events.k8s.io/v1', async () => {
    const broadcaster = make({ reportingInstance: 'pod-1' })
    broadcaster.recorder('web-controller').event(pod, { ...started, type: 'Warning', related: pod })
    await broadcaster.flush()
    const reference = { apiVersion: 'v1', kind: 'Pod', name: 'web', namespace: 'ns', uid: 'u1', resourceVersion: '5' }
    expect(sent).toMatchObject([{ method: 'POST', path: '/apis/events.k8s.io/v1/namespaces/ns/events' }])
    expect(sent[0]?.body).toEqual({
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { name: expect.stringMatching(/^web\.[0-9a-f]{15,16}$/), namespace: 'ns' },
      eventTime: '2000-01-01T00:00:00.000000Z',
      reportingController: 'web-controller',
      reportingInstance: 'pod-1',
      action: 'Start',
      reason: 'Started',
      regarding: reference,
      related: reference,
      note: 'it runs',
      type: 'Warning',
    })
    await broadcaster.stop()
    expect(clock.pendingTimers).toBe(0)
  })

  it('makes a series of repeated events, and writes pending ones at the end', async () => {
    const broadcaster = make()
    const recorder = broadcaster.recorder('c')
    for (let i = 0; i < 5; i++) recorder.event(pod, { ...started, note: `note ${i}` })
    await settle()
    expect(sent.map(({ method, body }) => [method, body.series?.count])).toEqual([
      ['POST', undefined],
      ['PATCH', 2],
    ])
    expect(sent[1]?.path).toBe(`/apis/events.k8s.io/v1/namespaces/ns/events/${sent[0]?.body.metadata?.name}`)
    await broadcaster.stop()
    expect(sent.at(-1)?.body).toMatchObject({ series: { count: 5, lastObservedTime: '2000-01-01T00:00:00.000000Z' } })
    expect(sent).toHaveLength(3)
  })

  it('writes other events for other reasons, actions, types, objects and controllers', async () => {
    const broadcaster = make()
    const other = new Pod({ metadata: { name: 'db', namespace: 'ns', uid: 'u2' } })
    broadcaster.recorder('c').event(pod, started)
    broadcaster.recorder('c').event(pod, { ...started, reason: 'Other' })
    broadcaster.recorder('c').event(pod, { ...started, action: 'Other' })
    broadcaster.recorder('c').event(pod, { ...started, type: 'Warning' })
    broadcaster.recorder('c').event(other, started)
    broadcaster.recorder('d').event(pod, started)
    await broadcaster.flush()
    expect(sent.map(({ method }) => method)).toEqual(Array(6).fill('POST'))
    expect(new Set(sent.map(({ body }) => body.metadata?.name)).size).toBe(6)
    await broadcaster.stop()
  })

  it('ends a series when nothing happened for six minutes', async () => {
    const broadcaster = make()
    const recorder = broadcaster.recorder('c')
    for (let i = 0; i < 3; i++) recorder.event(pod, started)
    await settle()
    await clock.stepAsync(360_000)
    await settle()
    expect(sent.at(-1)?.body.series?.count).toBe(3)
    expect(clock.pendingTimers).toBe(0)
    recorder.event(pod, started)
    await settle()
    expect(sent.at(-1)?.method).toBe('POST')
    await broadcaster.stop()
  })

  it('tells the server now and then of a series that goes on', async () => {
    const broadcaster = make()
    const recorder = broadcaster.recorder('c')
    for (let minute = 0; minute < 40; minute++) {
      recorder.event(pod, started)
      await clock.stepAsync(60_000)
    }
    await settle()
    expect(sent.map(({ body }) => body.series?.count)).toEqual([undefined, 2, 30])
    await broadcaster.stop()
  })

  it('creates the event again when the server has forgotten it', async () => {
    const broadcaster = make()
    fail = ({ method }) => (method === 'PATCH' ? newNotFound(resource, 'x') : undefined)
    broadcaster.recorder('c').event(pod, started)
    broadcaster.recorder('c').event(pod, started)
    await broadcaster.flush()
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'POST'])
    expect(sent[2]?.body.series?.count).toBe(2)
    await broadcaster.stop()
  })

  it('tries again when the server cannot be reached, twelve times', async () => {
    const broadcaster = make()
    fail = () => new TransportError('NotConnected', 'refused')
    broadcaster.recorder('c').event(pod, started)
    for (let i = 0; i < 15; i++) {
      await clock.stepAsync(10_000)
      await settle()
    }
    expect(sent).toHaveLength(12)
    expect(errors).toMatchObject([{ code: 'NotConnected' }])
    await broadcaster.stop()
  })

  it('gives up what the server refuses', async () => {
    const broadcaster = make()
    fail = () => newForbidden(resource, 'web', new Error('namespace is being terminated'))
    broadcaster.recorder('c').event(pod, started)
    await broadcaster.flush()
    expect([sent.length, errors.length]).toEqual([1, 1])
    await broadcaster.stop()
  })

  it('does not let one object flood the server', async () => {
    const broadcaster = make()
    const recorder = broadcaster.recorder('c')
    for (let i = 0; i < 40; i++) recorder.event(pod, { ...started, reason: `Reason${i}` })
    recorder.event(new Pod({ metadata: { name: 'db', namespace: 'ns', uid: 'u2' } }), started)
    await broadcaster.flush()
    expect(sent).toHaveLength(26)
    await clock.stepAsync(300_000)
    recorder.event(pod, { ...started, reason: 'Later' })
    await broadcaster.flush()
    expect(sent).toHaveLength(27)
    await broadcaster.stop()
  })

  it('cuts notes at characters, and leaves out what has no kind', async () => {
    const broadcaster = make()
    broadcaster.recorder('c').event(pod, { ...started, note: 'ä'.repeat(600) })
    broadcaster.recorder('c').event({ metadata: { name: 'x' } } as never, started)
    await broadcaster.flush()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body.note).toBe('ä'.repeat(512))
    await broadcaster.stop()
  })

  it('writes events of objects without namespace into the default one', async () => {
    const broadcaster = make()
    broadcaster.recorder('c').event(new Pod({ metadata: { name: 'x' } }), started)
    await broadcaster.flush()
    expect(sent[0]?.path).toBe('/apis/events.k8s.io/v1/namespaces/default/events')
    await broadcaster.stop()
  })

  it('stops within a limit', async () => {
    const broadcaster = make()
    fail = () => new TransportError('NotConnected', 'refused')
    broadcaster.recorder('c').event(pod, started)
    await settle()
    const stopped = broadcaster.stop({ timeout: 1000 })
    await clock.stepAsync(1000)
    await stopped
    broadcaster.recorder('c').event(pod, started)
    expect(clock.pendingTimers).toBe(0)
  })
})
