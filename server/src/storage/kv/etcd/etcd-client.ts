import type { AbortState } from '../../../internal/abort-state.js'
import type { GRPCCertificates } from '../../../internal/grpc/dial.js'
import { GRPCChannel } from '../../../internal/grpc/grpc-channel.js'
import { grpcStatus, isGRPCError } from '../../../internal/grpc/grpc-status.js'
import type { GRPCStream, GRPCStreamReader } from '../../../internal/grpc/grpc-stream.js'
import { KVError } from '../kv-error.js'
import { decodeAuthenticateResponse, encodeAuthenticateRequest } from './etcd.gen.js'
import { etcdError, isTokenInvalid, isTokenUnknown, wasNotSent } from './etcd-error.js'

/** How etcd is reached. */
export interface EtcdConnectionOptions {
  /** Such as `https://10.0.0.1:2379`, `http://…`, `unix:///run/etcd.sock`; the next is taken where one does not answer. */
  readonly endpoints: readonly string[]
  /** Certificates in PEM for `https` endpoints. */
  readonly tls?: GRPCCertificates | undefined
  readonly user?: string | undefined
  readonly password?: string | undefined
  /** Timeout of a call in milliseconds. Default: 30,000. */
  readonly requestTimeout?: number | undefined
  /** Milliseconds between pings, and for their response. Default: 30,000 and 10,000. */
  readonly keepaliveTime?: number | undefined
  readonly keepaliveTimeout?: number | undefined
}

export interface UnaryCall<R> {
  /** Service and method, such as `KV/Range`. */
  readonly method: string
  readonly request: Uint8Array
  readonly decode: (bytes: Uint8Array) => R
  /** May be sent again if its outcome is unknown. */
  readonly idempotent: boolean
  readonly signal?: AbortState | undefined
  /** Milliseconds, where they are fewer than those of the other calls. */
  readonly timeout?: number | undefined
}

/** Is sent with each call; the same object as long as it is the same. */
type Metadata = Readonly<Record<string, string>>

const noMetadata: Metadata = {}

/** Connections to the members of a cluster: one is used until it fails. */
export class EtcdClient {
  readonly #channels: readonly GRPCChannel[]
  readonly #options: EtcdConnectionOptions
  #current = 0
  #token: Promise<Metadata> | undefined
  #closed = false

  constructor(options: EtcdConnectionOptions) {
    if (options.endpoints.length === 0) throw new KVError('InvalidArgument', 'etcd: no endpoints')
    this.#options = options
    this.#channels = options.endpoints.map((endpoint) => channelOf(endpoint, options))
  }

  async call<R>(call: UnaryCall<R>): Promise<R> {
    call.signal?.throwIfAborted()
    let renewed = false
    for (let tries = 1; ; tries++) {
      const used = this.#current
      if (this.#closed) throw new KVError('Closed')
      try {
        return call.decode(await this.#send(this.#channels[used]!, call))
      } catch (error) {
        if (!isGRPCError(error)) throw error
        if (isTokenInvalid(error) && this.#options.user !== undefined && !renewed) {
          this.#token = undefined
          renewed = true
          continue
        }
        if (error.code === grpcStatus.UNAVAILABLE) this.#turn(used)
        const repeatable = wasNotSent(error) || (call.idempotent && error.code === grpcStatus.UNAVAILABLE)
        if (!repeatable || tries >= this.#channels.length) throw this.#closed ? new KVError('Closed') : etcdError(error)
      }
    }
  }

  /** Calls one member, once. */
  async callAt<R>(endpoint: number, call: UnaryCall<R>): Promise<R> {
    if (this.#closed) throw new KVError('Closed')
    try {
      return call.decode(await this.#send(this.#channels[endpoint]!, call))
    } catch (error) {
      throw isGRPCError(error) ? etcdError(error) : error
    }
  }

  /** A stream of watch requests and responses, which ends when the server has no leader, and the number of the member. */
  async watch(reader: GRPCStreamReader): Promise<{ stream: GRPCStream; endpoint: number }> {
    if (this.#closed) throw new KVError('Closed')
    const used = this.#current
    const channel = this.#channels[used]!
    const metadata = { ...(await this.#metadata(channel)), hasleader: 'true' }
    const stream = channel.stream('/etcdserverpb.Watch/Watch', metadata, {
      message: (bytes) => reader.message(bytes),
      ended: (error) => {
        if (error?.code === grpcStatus.UNAVAILABLE) this.#turn(used)
        if (error !== undefined && isTokenInvalid(error)) this.#token = undefined
        reader.ended(error)
      },
    })
    return { stream, endpoint: used }
  }

  /** If a server rejects the user's token as unknown, the next call requests a new one; otherwise false. */
  forgetToken(reason: string): boolean {
    if (this.#options.user === undefined || !isTokenUnknown(reason)) return false
    this.#token = undefined
    return true
  }

  close(): void {
    this.#closed = true
    for (const channel of this.#channels) channel.close()
  }

  #turn(used: number): void {
    if (this.#current === used) this.#current = (used + 1) % this.#channels.length
  }

  async #send<R>(channel: GRPCChannel, { method, request, signal, timeout }: UnaryCall<R>): Promise<Uint8Array> {
    const metadata = await this.#metadata(channel)
    return channel.call({
      path: `/etcdserverpb.${method}`,
      request,
      metadata,
      timeout: Math.min(timeout ?? this.#timeout, this.#timeout),
      signal,
    })
  }

  get #timeout(): number {
    return this.#options.requestTimeout ?? 30_000
  }

  async #metadata(channel: GRPCChannel): Promise<Metadata> {
    const { user, password = '' } = this.#options
    if (user === undefined) return noMetadata
    this.#token ??= this.#authenticate(channel, { user, password })
    try {
      return await this.#token
    } catch (error) {
      this.#token = undefined
      throw error
    }
  }

  async #authenticate(channel: GRPCChannel, { user, password }: { user: string; password: string }): Promise<Metadata> {
    const request = encodeAuthenticateRequest({ name: user, password })
    const call = { path: '/etcdserverpb.Auth/Authenticate', request, timeout: this.#timeout }
    const { token } = decodeAuthenticateResponse(await channel.call(call))
    return { token }
  }
}

function channelOf(endpoint: string, options: EtcdConnectionOptions): GRPCChannel {
  const { tls, keepaliveTime, keepaliveTimeout } = options
  const secure = endpoint.startsWith('https://') || (tls !== undefined && !endpoint.includes('://'))
  const address = endpoint.startsWith('unix:') ? endpoint : endpoint.replace(/^https?:\/\//, '').replace(/\/$/, '')
  return new GRPCChannel({ address, tls: secure ? (tls ?? {}) : undefined, keepaliveTime, keepaliveTimeout })
}
