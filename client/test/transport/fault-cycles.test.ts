import { getEventListeners } from 'node:events'
import type { Server, Socket } from 'node:net'
import { ConfigMap } from 'apimachinery/api/core/v1'
import { Random } from 'apimachinery/testing'
import { type Clock, systemClock } from 'apimachinery/wait'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import type { Client } from '../../src/client/client.js'
import { NodeClient } from '../../src/client/node-client.js'
import { type TestCertificate, testCertificate } from '../support/certificate.js'
import { type Faults, type FaultyProxy, faultyProxy } from '../support/faulty-proxy.js'
import { answerJSON, type ScriptedRequest, type ScriptedResponse, scriptedServer } from '../support/scripted-server.js'

/** How many cycles of each protocol: FAULT_CYCLES=3400 for the long form of ten thousand together, `npm run test:fault-cycles`. */
const cycles = Number(process.env.FAULT_CYCLES ?? 20)
const seed = Number(process.env.FAULT_SEED ?? 7)
/** The deadline of a call; no call may wait much longer, even on a busy machine. */
const deadline = Number(process.env.FAULT_DEADLINE ?? 150)
const hang = 20_000

const text = 'x'.repeat(3000)
const mapNamed = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'a', resourceVersion: '5' },
  data: { text },
})

/** Factor by which delays between attempts and deadlines are shortened. */
const hurry = 100
const hurriedClock: Clock = {
  ...systemClock,
  setTimer: (callback, milliseconds, options) => systemClock.setTimer(callback, milliseconds / hurry, options),
}

/** Answers every request, and counts how often each write came. */
function answers(writes: Map<string, number>) {
  return ({ method, url, body }: ScriptedRequest, response: ScriptedResponse): void => {
    if (method === 'POST') {
      const { name } = (JSON.parse(body) as { metadata: { name: string } }).metadata
      writes.set(name, (writes.get(name) ?? 0) + 1)
      answerJSON(response, mapNamed(name), { status: 201 })
    } else if (url.includes('watch=true')) {
      const stream = response as unknown as {
        writeHead(status: number, headers: object): void
        write(line: string): void
      }
      stream.writeHead(200, { 'content-type': 'application/json' })
      stream.write(`${JSON.stringify({ type: 'ADDED', object: mapNamed('w') })}\n`)
    } else if (/configmaps(\?|$)/.test(url)) {
      const items = Array.from({ length: 10 }, (_, index) => mapNamed(`m${index}`))
      answerJSON(response, { apiVersion: 'v1', kind: 'ConfigMapList', metadata: { resourceVersion: '5' }, items })
    } else answerJSON(response, mapNamed('m'))
  }
}

/** Web sockets that send back what they get, and say how the command ended. */
function answerCommands(server: Server): void {
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'v5.channel.k8s.io' })
  server.on('upgrade', (request: object, socket: Socket, head: Buffer) => {
    sockets.handleUpgrade(request as never, socket, head, (connection) => {
      connection.on('error', () => undefined)
      connection.send(Buffer.from(`\u0001${text}`))
      connection.send(Buffer.from('\u0003{"status":"Success"}'))
      connection.close(1000)
    })
  })
}

const faultsOf: readonly ((random: Random) => Faults)[] = [
  () => ({}),
  () => ({ delay: 3 }),
  (random) => ({ cutAfter: random.below(6000) }),
  () => ({ dead: true }),
  (random) => ({ corruptAt: random.below(6000) }),
  () => ({ replay: true }),
  () => ({ refuse: true }),
]

const timeoutMilliseconds = deadline * hurry
/** One call each; a rejection is as good as an answer, as long as there is one. */
const calls: readonly ((client: Client, name: string, signal: AbortSignal) => Promise<unknown>)[] = [
  (client, _, signal) => maps(client).get('m', { signal, timeoutMilliseconds }),
  (client, _, signal) => maps(client).list({ signal, timeoutMilliseconds }),
  (client, name, signal) => maps(client).create(new ConfigMap({ metadata: { name } }), { signal, timeoutMilliseconds }),
  (client, _, signal) =>
    withDeadline(signal, async (own) => {
      for await (const _event of maps(client).watch({ signal: own })) return
    }),
  (client, _, signal) =>
    withDeadline(signal, async (own) => {
      for await (const _item of maps(client).listItems({ signal: own }));
    }),
]
const command = (client: Client, signal: AbortSignal): Promise<unknown> =>
  withDeadline(signal, (own) => client.pod('a', 'p').run(['true'], { signal: own }))

/** As `AbortSignal.any` with a timeout, which Node 20 may forget when it collects garbage. */
async function withDeadline<T>(outer: AbortSignal, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const abort = (): void => controller.abort(new Error('late'))
  const timer = setTimeout(abort, deadline)
  outer.addEventListener('abort', abort, { once: true })
  try {
    return await run(controller.signal)
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', abort)
  }
}

function maps(client: Client) {
  return client.resource(ConfigMap).namespace('a')
}

async function withinReason(call: Promise<unknown>): Promise<'settled' | 'hangs'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'hangs'>((resolve) => {
    timer = setTimeout(() => resolve('hangs'), hang)
  })
  try {
    return await Promise.race([
      call.then(
        () => 'settled' as const,
        () => 'settled' as const,
      ),
      late,
    ])
  } finally {
    clearTimeout(timer)
  }
}

/** Handles of the process that connections and deadlines leave, if anything is left. */
function handles(): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of process.getActiveResourcesInfo()) {
    if (/TCPSocketWrap|TLSWrap|TCPServerWrap|HTTP2|ConnectWrap/i.test(name)) counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** The kinds of handles of which there are more than before; those of tests that ran earlier may end meanwhile. */
function newHandles(before: Readonly<Record<string, number>>): string[] {
  return Object.entries(handles())
    .filter(([name, count]) => count > (before[name] ?? 0))
    .map(([name]) => name)
}

describe.each(['h2', 'https1', 'http1'] as const)('cycles of faults over %s', (flavor) => {
  let certificate: TestCertificate
  beforeAll(async () => {
    certificate = await testCertificate()
  })

  async function connect(proxy: FaultyProxy): Promise<Client> {
    const plain = flavor === 'http1'
    const tls = plain ? undefined : { caData: new TextEncoder().encode(certificate.cert) }
    const host = `${plain ? 'http' : 'https'}://localhost:${proxy.port}`
    return NodeClient.connect({ config: { host, tls }, clock: hurriedClock, format: 'json', maxRetries: 3 })
  }

  it(`leave no call waiting, no write sent twice and no handle open: ${cycles} of seed ${seed}`, async () => {
    const before = handles()
    const random = new Random(seed)
    const writes = new Map<string, number>()
    const server = await scriptedServer(flavor, answers(writes), { certificate })
    if (flavor !== 'h2') answerCommands(server.server)
    const proxy = await faultyProxy(Number(new URL(server.url).port))
    const client = await connect(proxy)
    const program = new AbortController()
    const hanging: string[] = []
    for (let cycle = 0; cycle < cycles; cycle++) {
      proxy.faults = faultsOf[random.below(faultsOf.length)]?.(random) ?? {}
      const kinds = Array.from({ length: 1 + random.below(3) }, () => random.below(calls.length + 1))
      const pending = kinds.map((kind, index) => {
        const call = calls[kind]?.(client, `w-${cycle}-${index}`, program.signal)
        return withinReason(call ?? (flavor === 'h2' ? Promise.resolve() : command(client, program.signal)))
      })
      if (random.below(4) === 0) setImmediate(() => proxy.cut())
      const ends = await Promise.all(pending)
      if (ends.includes('hangs')) hanging.push(`cycle ${cycle}: ${JSON.stringify(proxy.faults)} ${kinds}`)
      server.requests.length = 0
      // What a fault has spoiled is no connection for the next cycle; others are kept.
      if (Object.keys(proxy.faults).length > 0 || random.below(3) === 0) proxy.cut()
    }
    proxy.faults = {}
    await expect.poll(() => withinReason(maps(client).get('m')), { timeout: 10_000 }).toBe('settled')
    // Faults may have hit every write before; without them one arrives.
    for (let attempt = 0; writes.size === 0 && attempt < 20; attempt++) {
      await withinReason(maps(client).create(new ConfigMap({ metadata: { name: `last-${attempt}` } })))
    }
    expect(hanging).toEqual([])
    expect([...writes].filter(([, count]) => count > 1)).toEqual([])
    expect(writes.size).toBeGreaterThan(0)
    expect(getEventListeners(program.signal, 'abort')).toHaveLength(0)
    await client.close()
    await expect.poll(() => proxy.counts.open, { timeout: 10_000 }).toBe(0)
    await proxy.close()
    await server.close()
    await expect.poll(() => newHandles(before), { timeout: 10_000 }).toEqual([])
  }, 900_000)
})
