import { Lease } from 'apimachinery/api/coordination/v1'
import { newAlreadyExists, newConflict, newNotFound, toAPIStatus } from 'apimachinery/errors'
import { GroupResource } from 'apimachinery/schema'
import { FakeClock } from 'apimachinery/testing'
import { Client } from '../../src/client/client.js'
import type { LeaderElectionConfig } from '../../src/leader/leader-election-config.js'
import { LeaderElector } from '../../src/leader/leader-elector.js'
import { type InProcessResponse, InProcessTransport } from '../../src/transport/in-process-transport.js'

/** A server with one lease, which fails or hangs on request. */
export class LeaseServer {
  lease: Lease | undefined
  #version = 0
  requests: string[] = []
  fail: ((method: string, who: string) => unknown) | undefined
  hang: ((method: string, who: string) => boolean) | undefined

  client(who: string): Client {
    const transport = new InProcessTransport(async ({ method, body, signal }) => {
      this.requests.push(`${who} ${method}`)
      if (this.hang?.(method, who) === true) {
        await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      }
      const error = this.fail?.(method, who)
      if (error !== undefined) return failure(error)
      const resource = new GroupResource('coordination.k8s.io', 'leases')
      if (method !== 'POST' && this.lease === undefined) return failure(newNotFound(resource, 'lease'))
      if (method === 'POST' && this.lease !== undefined) return failure(newAlreadyExists(resource, 'lease'))
      if (method !== 'GET') {
        const sent = JSON.parse(new TextDecoder().decode(body as Uint8Array)) as Lease
        const current = this.lease?.metadata?.resourceVersion
        if (method === 'PUT' && sent.metadata?.resourceVersion !== current) {
          return failure(newConflict(resource, 'lease', new Error('the object has been modified')))
        }
        this.set(sent)
      }
      return answer(this.lease as Lease)
    })
    return Client.from({ transport, format: 'json', maxRetries: 0 })
  }

  set(lease: Lease): void {
    this.lease = new Lease({ ...lease, metadata: { ...lease.metadata, resourceVersion: String(++this.#version) } })
  }
}

const answer = (object: unknown, status = 200): InProcessResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: new TextEncoder().encode(JSON.stringify(object)),
})
const failure = (error: unknown): InProcessResponse => answer(toAPIStatus(error), toAPIStatus(error).code ?? 500)

/** Candidates of one lease, who share a server and a clock. */
export function newElection() {
  const clock = new FakeClock()
  const server = new LeaseServer()
  function candidate(identity: string, options: Partial<LeaderElectionConfig> = {}) {
    const errors: unknown[] = []
    const leaders: string[] = []
    const elector = new LeaderElector({
      client: server.client(identity),
      name: 'lease',
      namespace: 'ns',
      identity,
      clock,
      random: () => 0,
      onError: (error) => errors.push(error),
      onNewLeader: (leader) => leaders.push(leader),
      ...options,
    })
    const stop = new AbortController()
    const acting = { now: false, terms: 0 }
    const lead = (signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        acting.now = true
        acting.terms++
        const end = (): void => {
          acting.now = false
          resolve()
        }
        if (signal.aborted) end()
        else signal.addEventListener('abort', end)
      })
    const run = () => elector.run(stop.signal, lead)
    return { elector, errors, leaders, stop, acting, run }
  }
  const flush = async (): Promise<void> => {
    for (let i = 0; i < 8; i++) await clock.stepAsync(0)
  }
  const step = async (milliseconds: number): Promise<void> => {
    for (let left = milliseconds; left > 0; left -= 500) {
      await clock.stepAsync(Math.min(500, left))
      await flush()
    }
  }
  return { clock, server, candidate, flush, step }
}
