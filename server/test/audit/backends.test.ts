import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { InProcessTransport } from '@apimachinery/client'
import { FakeClock } from 'apimachinery/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AuditBackend, EncodedEvent } from '../../src/audit/audit-backend.js'
import { BufferedBackend } from '../../src/audit/buffered-backend.js'
import { logBackend } from '../../src/audit/log-backend.js'
import { RotatingFile } from '../../src/audit/rotating-file.js'
import { truncatingBackend } from '../../src/audit/truncating-backend.js'
import { webhookBackend } from '../../src/audit/webhook-backend.js'
import { webhookOver } from '../../src/internal/webhook/webhook.js'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const event = (json: string, short?: string): EncodedEvent => ({
  json,
  truncated: short === undefined ? undefined : () => short,
})

describe('a file that is rotated', () => {
  it('is rotated with its time when it is too long, and old ones are deleted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rotate-'))
    folders.push(folder)
    const path = join(folder, 'audit.log')
    let now = Date.UTC(2026, 0, 1)
    const errors: unknown[] = []
    const file = new RotatingFile({
      path,
      maxSize: 10,
      maxAge: 0,
      maxBackups: 2,
      compress: true,
      clock: { now: () => now },
      onError: (error) => errors.push(error),
    })
    for (const line of ['one\n', 'two\n', 'three\n', 'four\n', 'five\n', 'six, which is long\n']) {
      file.write(line)
      now += 1000
    }
    await file.close()
    expect(errors).toEqual([])
    const old = readdirSync(folder).filter((name) => name !== 'audit.log')
    expect(old).toEqual(['audit-2026-01-01T00-00-03.000.log.gz', 'audit-2026-01-01T00-00-05.000.log.gz'])
    expect(gunzipSync(readFileSync(join(folder, old[1] as string))).toString()).toBe('four\nfive\n')
    expect(readFileSync(path, 'utf8')).toBe('six, which is long\n')
    expect(existsSync(join(folder, 'audit-2026-01-01T00-00-02.000.log'))).toBe(false)
  })
})

describe('a backend', () => {
  it('fails the request only in mode blocking-strict', async () => {
    const broken = {
      write: () => {
        throw new Error('disk full')
      },
      close: async () => {},
    }
    const told: unknown[] = []
    const onError = (plugin: string): void => void told.push(plugin)
    expect(logBackend(broken, false, onError).processEvents([event('a')])).toBe(true)
    expect(logBackend(broken, true, onError).processEvents([event('a')])).toBe(false)
    expect(told).toEqual(['log', 'log'])
  })

  it('shortens events that are too long, divides batches, and leaves out what stays too long', async () => {
    const batches: string[][] = []
    const next: AuditBackend = {
      processEvents: (events) => batches.push(events.map(({ json }) => json)) > 0,
      shutdown: async () => {},
    }
    const lost: number[] = []
    const backend = truncatingBackend(next, { maxEventSize: 5, maxBatchSize: 8 }, (_plugin, _error, events) =>
      lost.push(events),
    )
    await backend.processEvents([
      event('1234'),
      event('12345'),
      event('1234567', 'abc'),
      event('1234567', '1234567'),
      event('1234567'),
    ])
    expect(batches).toEqual([['1234'], ['12345', 'abc']])
    expect(lost).toEqual([1, 1])
  })

  it('in mode batch gathers events, limits the rate, drops what there is no room for, and writes the rest at the end', async () => {
    const clock = new FakeClock()
    const batches: string[][] = []
    const next: AuditBackend = {
      processEvents: (events) => batches.push(events.map(({ json }) => json)) > 0,
      shutdown: async () => void batches.push(['shutdown']),
    }
    const lost: number[] = []
    const backend = new BufferedBackend(next, {
      name: 'webhook',
      clock,
      bufferSize: 4,
      maxBatchSize: 2,
      maxBatchWait: 1000,
      throttle: { qps: 1, burst: 1 },
      onError: (_plugin, _error, events) => lost.push(events),
    })
    const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
    backend.processEvents([event('a')])
    await settled()
    expect(batches).toEqual([])
    clock.step(1000)
    await settled()
    expect(batches).toEqual([['a']])
    backend.processEvents([event('b'), event('c'), event('d'), event('e'), event('f')])
    expect(lost).toEqual([1])
    clock.step(1000)
    await settled()
    expect(batches).toEqual([['a'], ['b', 'c']])
    await backend.shutdown()
    expect(batches).toEqual([['a'], ['b', 'c'], ['d', 'e'], ['shutdown']])
    expect(clock.pendingTimers).toBe(0)
    backend.processEvents([event('late')])
    expect(lost).toEqual([1, 1])
  })

  it('sends an EventList to a webhook, again when that is in trouble', async () => {
    const clock = new FakeClock()
    const bodies: string[] = []
    const answers = [503, 403, 200]
    const transport = new InProcessTransport(async ({ body }) => {
      bodies.push(Buffer.from(body as Uint8Array).toString())
      return { status: answers.shift() as number, headers: {}, body: new Uint8Array() }
    })
    const options = { clock, random: () => 0, shouldRetry: () => true, initial: 1000, steps: 3 }
    const webhook = webhookOver(transport, '/audit', options)
    const backend = webhookBackend(webhook, true, () => {})
    const sent = backend.processEvents([event('{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata"}')])
    for (const delay of [1000, 1500]) {
      await vi.waitFor(() => expect(clock.pendingTimers).toBe(1))
      clock.step(delay)
    }
    expect(await sent).toBe(true)
    expect(bodies).toEqual(
      Array(3).fill('{"kind":"EventList","apiVersion":"audit.k8s.io/v1","metadata":{},"items":[{"level":"Metadata"}]}'),
    )
    answers.push(500, 500, 500)
    const lost = backend.processEvents([event('{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"None"}')])
    for (const delay of [1000, 1500]) {
      await vi.waitFor(() => expect(clock.pendingTimers).toBe(1))
      clock.step(delay)
    }
    expect(await lost).toBe(false)
    await backend.shutdown()
  })
})
