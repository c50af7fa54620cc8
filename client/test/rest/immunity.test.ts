import { Lease } from 'apimachinery/api/coordination/v1'
import { ConfigMap } from 'apimachinery/api/core/v1'
import { microTimeFromDate } from 'apimachinery/scalar'
import { GroupVersionResource } from 'apimachinery/schema'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { Client } from '../../src/client/client.js'
import { deduplicatedWarnings, parseWarnings } from '../../src/rest/warnings.js'
import { type InProcessHandler, InProcessTransport } from '../../src/transport/in-process-transport.js'
import { TransportError } from '../../src/transport/transport-error.js'

const json = (text: string, status = 200, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: new TextEncoder().encode(text),
})
const map = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"m"}}'
const clientOf = (handler: InProcessHandler, options = {}): Client =>
  Client.from({ transport: new InProcessTransport(handler), ...options })

describe('the client', () => {
  it('integers are never rounded', async () => {
    const text = '{"apiVersion":"a.b/v1","kind":"K","metadata":{"name":"n"},"spec":{"big":9007199254740993}}'
    const sent: string[] = []
    const client = clientOf(async ({ body }) => {
      if (body instanceof Uint8Array) sent.push(new TextDecoder().decode(body))
      return json(text)
    })
    const resource = client.resource(new GroupVersionResource('a.b', 'v1', 'ks')).namespace('x')
    const object = await resource.get('n')
    expect((object.spec as { big: unknown }).big).toBe(9007199254740993n)
    await resource.update(object)
    expect(sent[0]).toContain('9007199254740993')
    const typed = clientOf(async () => json(map.replace('"name":"m"', '"name":"m","generation":9007199254740993')))
    const found = await typed.resource(ConfigMap).namespace('x').get('m')
    expect(found.metadata?.generation as unknown).toBe(9007199254740993n)
  })

  it.each([
    [1_656_007_850_278, '2022-06-23T18:10:50.278000Z'],
    [1_656_007_850_000, '2022-06-23T18:10:50.000000Z'],
  ])('writes the times of leases with six digits: %i', async (now, written) => {
    const sent: string[] = []
    const client = clientOf(async ({ body }) => {
      sent.push(new TextDecoder().decode(body as Uint8Array))
      return json(sent[0] as string)
    })
    const lease = new Lease({ metadata: { name: 'l' }, spec: { renewTime: microTimeFromDate(new Date(now)) } })
    const created = await client.resource(Lease).namespace('a').create(lease)
    expect(sent[0]).toContain(`"renewTime":"${written}"`)
    expect(created.spec?.renewTime).toBe(written)
  })

  it('does not pollute prototypes', async () => {
    const client = clientOf(async () =>
      json('{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"m"},"data":{"__proto__":"x","constructor":"y"}}'),
    )
    const found = await client.resource(ConfigMap).namespace('a').get('m')
    expect(Object.hasOwn(found.data ?? {}, '__proto__')).toBe(true)
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  it('writes protobuf once the server has answered with it, and never before', async () => {
    const types: (string | undefined)[] = []
    const { KindCodec } = await import('../../src/rest/kind-codec.js')
    const codec = new KindCodec([ConfigMap])
    const protobuf = 'application/vnd.kubernetes.protobuf'
    const client = clientOf(async ({ headers }) => {
      types.push(headers['content-type'] as string | undefined)
      const body = codec.encode(new ConfigMap({ metadata: { name: 'm' } }), protobuf)
      return { status: 200, headers: { 'content-type': protobuf }, body }
    })
    const maps = client.resource(ConfigMap).namespace('a')
    await maps.create(new ConfigMap({ metadata: { name: 'm' } }))
    await maps.create(new ConfigMap({ metadata: { name: 'm' } }))
    expect(types).toEqual(['application/json', protobuf])
  })

  it('waits as long as the server says, up to ten times, by its clock', async () => {
    const clock = new FakeClock()
    let count = 0
    const client = clientOf(
      async () => {
        count++
        setImmediate(() => clock.step(7000))
        return json('{}', 503, { 'retry-after': '7' })
      },
      { clock },
    )
    const started = clock.now()
    await expect(client.resource(ConfigMap).namespace('a').get('m')).rejects.toMatchObject({ httpStatus: 503 })
    expect(count).toBe(11)
    expect(clock.now() - started).toBeGreaterThanOrEqual(70_000)
  })

  it('sends a GET again when its connection was lost, and tells of the error before', async () => {
    const clock = new FakeClock()
    let count = 0
    const client = clientOf(
      async () => {
        setImmediate(() => clock.step(1000))
        if (++count === 1) throw new TransportError('ConnectionLost', 'reset')
        return json(map)
      },
      { clock },
    )
    await client.resource(ConfigMap).namespace('a').get('m')
    expect(count).toBe(2)
    count = 0
    await expect(
      client.resource(ConfigMap).create(new ConfigMap({ metadata: { name: 'm', namespace: 'a' } })),
    ).rejects.toThrow('reset')
    expect(count).toBe(1)
  })

  it('applies a given limit', async () => {
    const clock = new FakeClock()
    const times: number[] = []
    const client = clientOf(
      async () => {
        times.push(clock.monotonic())
        return json(map)
      },
      { clock, qps: 10, burst: 2 },
    )
    const start = clock.monotonic()
    const all = Promise.all(Array.from({ length: 5 }, () => client.resource(ConfigMap).namespace('a').get('m')))
    for (let step = 0; step < 40; step++) {
      await new Promise((resume) => setImmediate(resume))
      clock.step(10)
    }
    await all
    expect(times.map((time) => Math.round((time - start) / 100))).toEqual([0, 0, 1, 2, 3])
  })

  it('tells hooks of every attempt, and sends the header fields that they give', async () => {
    const events: string[] = []
    const seen: unknown[] = []
    const client = clientOf(
      async ({ headers }) => {
        seen.push(headers.traceparent)
        return json(map, 200, { warning: '299 - "old API"' })
      },
      {
        onWarning: deduplicatedWarnings(({ text }) => events.push(`warning ${text}`)),
        hooks: {
          onRequest: ({
            verb,
            resource,
            namespace,
            name,
            attempt,
          }: {
            verb: string
            resource: string
            namespace: string
            name: string
            attempt: number
          }) => {
            events.push(`${verb} ${resource} ${namespace}/${name} ${attempt}`)
            return { traceparent: '00-a-b-01' }
          },
          onResponse: ({ status }: { status?: number | undefined }) => void events.push(`${status}`),
        },
      },
    )
    await client.resource(ConfigMap).namespace('a').get('m')
    await client.resource(ConfigMap).namespace('a').get('m')
    expect(events).toEqual(['get configmaps a/m 1', '200', 'warning old API', 'get configmaps a/m 1', '200'])
    expect(seen).toEqual(['00-a-b-01', '00-a-b-01'])
  })

  it.each([
    ['299 - "a"', ['a']],
    ['299 - "a, \\"b\\"", 299 agent:80 "c" "Wed, 21 Oct 2015 07:28:00 GMT"', ['a, "b"', 'c']],
    ['299 - a', []],
    ['nonsense', []],
  ])('reads warnings: %s', (header, texts) => {
    expect(parseWarnings(header).map(({ text }) => text)).toEqual(texts)
  })
})
