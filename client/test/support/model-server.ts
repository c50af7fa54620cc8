import { Lease } from 'apimachinery/api/coordination/v1'
import type { ConfigMap } from 'apimachinery/api/core/v1'
import { newAlreadyExists, newConflict, newNotFound, toAPIStatus } from 'apimachinery/errors'
import { GroupResource } from 'apimachinery/schema'
import type { ObjectEvent } from 'apimachinery/watch'
import { Client } from '../../src/client/client.js'
import { type InProcessResponse, InProcessTransport } from '../../src/transport/in-process-transport.js'
import type { TransportRequest } from '../../src/transport/transport.js'
import { TransportError } from '../../src/transport/transport-error.js'
import { FakeSource } from './fake-source.js'

const maps = new GroupResource('', 'configmaps')
const leases = new GroupResource('coordination.k8s.io', 'leases')
const modified = new Error('the object has been modified')

/** Config maps of a {@link FakeSource} and a lease behind a transport, for tests that need a whole client. */
export class ModelServer {
  readonly source = new FakeSource()
  lease: Lease | undefined
  #leaseVersion = 0
  /** No client can connect. */
  down = false
  /** Clients that cannot connect. */
  readonly cutOff = new Set<string>()
  requests = 0

  client(who: string): Client {
    const transport = new InProcessTransport((request) => this.#serve(request, who))
    return Client.from({ transport, format: 'json', maxRetries: 0 })
  }

  async #serve(request: TransportRequest, who: string): Promise<InProcessResponse> {
    this.requests++
    if (this.down || this.cutOff.has(who)) throw new TransportError('NotConnected', 'connection refused')
    try {
      return await this.#answer(request)
    } catch (error) {
      if (error instanceof TransportError) throw error
      const status = toAPIStatus(error)
      return json(status, status.code ?? 500)
    }
  }

  async #answer({ method, path, body, signal }: TransportRequest): Promise<InProcessResponse> {
    const { pathname, searchParams } = new URL(path, 'http://model')
    const sent = body === undefined ? undefined : JSON.parse(new TextDecoder().decode(body as Uint8Array))
    if (pathname.includes('/leases')) return json(this.#leases(method, sent as Lease))
    if (pathname.includes('/events')) return json(sent)
    const [, namespace = '', name = ''] = /\/namespaces\/([^/]+)\/configmaps\/?(.*)$/.exec(pathname) ?? []
    if (name !== '') return json(this.#map(method, { namespace, name, sent: sent as ConfigMap }))
    const options = {
      resourceVersion: searchParams.get('resourceVersion') ?? undefined,
      sendInitialEvents: searchParams.get('sendInitialEvents') === 'true' ? true : undefined,
      signal,
    }
    if (searchParams.get('watch') === null) {
      const list = await this.source.source().list(options)
      return json({ kind: 'ConfigMapList', apiVersion: 'v1', ...list })
    }
    const events = this.source.source().watch(options)
    return { status: 200, headers: { 'content-type': 'application/json' }, body: lines(events) }
  }

  #map(method: string, { namespace, name, sent }: { namespace: string; name: string; sent: ConfigMap }): ConfigMap {
    const known = this.source.objects.get(`${namespace}/${name}`)
    if (known === undefined) throw newNotFound(maps, name)
    if (method === 'PUT') {
      if (sent.metadata?.resourceVersion !== known.metadata?.resourceVersion) throw newConflict(maps, name, modified)
      return this.source.put(name, sent.data, namespace)
    }
    if (method === 'DELETE') this.source.delete(name, namespace)
    return known
  }

  #leases(method: string, sent: Lease): Lease {
    if (method === 'POST' && this.lease !== undefined) throw newAlreadyExists(leases, 'lease')
    if (method !== 'POST' && this.lease === undefined) throw newNotFound(leases, 'lease')
    if (method === 'PUT' && sent.metadata?.resourceVersion !== this.lease?.metadata?.resourceVersion) {
      throw newConflict(leases, 'lease', modified)
    }
    if (method !== 'GET') {
      this.lease = new Lease({ ...sent, metadata: { ...sent.metadata, resourceVersion: String(++this.#leaseVersion) } })
    }
    return this.lease as Lease
  }
}

async function* lines(events: AsyncIterator<ObjectEvent<ConfigMap>, undefined>): AsyncGenerator<Uint8Array> {
  const line = (value: unknown): Uint8Array => new TextEncoder().encode(`${JSON.stringify(value)}\n`)
  try {
    for (let next = await events.next(); next.done !== true; next = await events.next()) yield line(next.value)
  } catch (error) {
    if (error instanceof TransportError) throw error
    yield line({ type: 'ERROR', object: toAPIStatus(error) })
  }
}

function json(object: unknown, status = 200): InProcessResponse {
  const body = new TextEncoder().encode(JSON.stringify(object))
  return { status, headers: { 'content-type': 'application/json' }, body }
}
