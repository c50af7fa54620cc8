import { type AddressInfo, createServer } from 'node:net'
import { MemoryKV } from '@apimachinery/server/storage/kv'
import { addToScheme, ConfigMap } from 'apimachinery/api/core/v1'
import { Scheme } from 'apimachinery/runtime'
import { describe, expect, it, vi } from 'vitest'
import { AuditPolicy } from '../../src/audit/audit-policy.js'
import { APIServer } from '../../src/kubernetes/api-server.js'
import { defineResource } from '../../src/registry/define-resource.js'
import type { GenericAPIServer } from '../../src/server/generic-api-server.js'
import { GroupServer } from '../../src/server/group-server.js'
import type { ServerOptions } from '../../src/server/server-options.js'

interface Stoppable {
  readonly generic: GenericAPIServer
  ready(): Promise<void>
  stop(): Promise<void>
}

/** A store that tells in `events` when it is closed, and takes a moment for it. */
class SlowKV extends MemoryKV {
  readonly events: string[]

  constructor(events: string[]) {
    super()
    this.events = events
  }

  override async close(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    await super.close()
    this.events.push('store closed')
  }
}

type Options = ServerOptions & { readonly kv?: MemoryKV }

function startGroup(options: Options): Promise<Stoppable> {
  const scheme = new Scheme()
  addToScheme(scheme)
  return GroupServer.start({ scheme, resources: [defineResource(ConfigMap)], ...options })
}

const starts: readonly (readonly [string, (options: Options) => Promise<Stoppable>])[] = [
  ['a server of groups', startGroup],
  ['a Kubernetes API server', (options) => APIServer.start({ groups: [], ...options })],
]

describe.each(starts)('%s', (_name, start) => {
  it('closes its store where the end of the audit fails, and says so', async () => {
    const events: string[] = []
    const failing = async () => {
      throw new Error('the log is gone')
    }
    const audit = {
      policy: new AuditPolicy({ rules: [] }),
      newBackend: () => ({ processEvents: () => true, shutdown: failing }),
    }
    const server = await start({ kv: new SlowKV(events), audit })
    await expect(server.stop()).rejects.toThrow('the log is gone')
    expect(events).toEqual(['store closed'])
  })

  it('that is stopped twice has closed its store when either call returns', async () => {
    const events: string[] = []
    const server = await start({ kv: new SlowKV(events) })
    const ended = (which: string) => () => void events.push(which)
    await Promise.all([server.stop().then(ended('first')), server.stop().then(ended('second'))])
    expect(events).toEqual(['store closed', 'first', 'second'])
  })

  it('listens no more once it stops', async () => {
    const server = await start({})
    const listening = server.generic.listen({ host: '127.0.0.1', port: 0 })
    await Promise.all([expect(listening).rejects.toThrow('the server was stopped'), server.stop()])
    await expect(server.generic.listen({ host: '127.0.0.1', port: 0 })).rejects.toThrow('the server was stopped')
    expect(server.generic.openConnections).toBe(0)
  })

  it('starts in spite of a hook that throws at once, as of one that rejects', async () => {
    const failed: unknown[] = []
    const logger = { debug() {}, info() {}, warn() {}, error: (facts: object) => void failed.push(facts) }
    let ran = false
    const broken = () => {
      throw new Error('broken')
    }
    const server = await start({
      logger,
      postStartHooks: {
        broken,
        other: async () => {
          ran = true
        },
      },
      preShutdownHooks: { broken },
    })
    await server.ready()
    expect(ran).toBe(true)
    expect(failed).toEqual([{ hook: 'broken', error: new Error('broken') }])
    await server.stop()
    expect(failed).toHaveLength(2)
  })
})

it('a port that cannot be had leaves nothing that runs', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const server = await startGroup({})
  const [made, cleared] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')]
  const { port } = other.address() as AddressInfo
  await expect(server.generic.listen({ host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE')
  const running = made.mock.results.map(({ value }) => value)
  expect(running.length).toBeGreaterThan(0)
  expect(cleared.mock.calls.map(([timer]) => timer)).toEqual(expect.arrayContaining(running))
  vi.restoreAllMocks()
  await server.stop()
  other.close()
})
