import { Client, type ClientDuplexStream, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js'
import type { AbortState } from '../abort-state.js'

/** The error of a call: a gRPC code and the server's message. */
export type GRPCError = ServiceError
/** Messages in both directions; `data`, `error` and `end` are its events. */
export type GRPCStream = ClientDuplexStream<Uint8Array, Uint8Array>
export { status as grpcStatus }

/** The address of a socket by its path; `@name` is in the abstract name space of Linux. */
export function socketAddress(path: string): string {
  return path.startsWith('@') ? `unix-abstract:${path.slice(1)}` : `unix:${path}`
}

/** Certificates and their key in PEM. */
export interface GRPCCertificates {
  readonly ca?: Uint8Array | undefined
  readonly cert?: Uint8Array | undefined
  readonly key?: Uint8Array | undefined
}

/** How a server is reached. */
export interface GRPCChannelOptions {
  /** `host:port`, or what {@link socketAddress} gives. */
  readonly address: string
  /** Certificates in PEM; absent: no TLS. */
  readonly tls?: GRPCCertificates | undefined
  /** Milliseconds between pings, and for their response. Default: 30,000 and 10,000. */
  readonly keepaliveTime?: number | undefined
  readonly keepaliveTimeout?: number | undefined
}

export interface GRPCCall {
  /** `/package.Service/Method`. */
  readonly path: string
  readonly request: Uint8Array
  readonly metadata?: Readonly<Record<string, string>> | undefined
  /** Milliseconds until it is given up. */
  readonly timeout: number
  readonly signal?: AbortState | undefined
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const asIs = (bytes: Buffer): Uint8Array => bytes

/** A connection to a server of gRPC, made when it is needed. Messages are bytes. */
export class GRPCChannel {
  readonly #client: Client

  constructor({ address, tls, keepaliveTime = 30_000, keepaliveTimeout = 10_000 }: GRPCChannelOptions) {
    const pem = (bytes: Uint8Array | undefined) => (bytes === undefined ? null : asBuffer(bytes))
    const secure = tls === undefined ? undefined : credentials.createSsl(pem(tls.ca), pem(tls.key), pem(tls.cert))
    this.#client = new Client(address, secure ?? credentials.createInsecure(), {
      'grpc.keepalive_time_ms': keepaliveTime,
      'grpc.keepalive_timeout_ms': keepaliveTimeout,
      'grpc.keepalive_permit_without_calls': 0,
      'grpc.initial_reconnect_backoff_ms': 200,
      'grpc.max_reconnect_backoff_ms': 3000,
      'grpc.max_receive_message_length': -1,
      'grpc.max_send_message_length': -1,
      // Nothing is shared with other servers of this process.
      'grpc.use_local_subchannel_pool': 1,
    })
  }

  /** The answer of a call. Rejects with a {@link GRPCError}, or with the reason of the signal. */
  call({ path, request, metadata = {}, timeout, signal }: GRPCCall): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const abort = () => running.cancel()
      const done = (error: ServiceError | null, response?: Uint8Array) => {
        signal?.removeEventListener('abort', abort)
        if (signal?.aborted) reject(signal.reason)
        else if (error !== null) reject(error)
        else resolve(response!)
      }
      const options = { deadline: Date.now() + timeout }
      const running = this.#client.makeUnaryRequest(
        path,
        asBuffer,
        asIs,
        request,
        toGRPCMetadata(metadata),
        options,
        done,
      )
      signal?.addEventListener('abort', abort)
    })
  }

  stream(path: string, metadata: Readonly<Record<string, string>>): GRPCStream {
    return this.#client.makeBidiStreamRequest(path, asBuffer, asIs, toGRPCMetadata(metadata))
  }

  close(): void {
    this.#client.close()
  }
}

/** Reports whether a call failed in gRPC or in the server. */
export function isGRPCError(error: unknown): error is GRPCError {
  return error instanceof Error && 'code' in error && 'details' in error
}

function toGRPCMetadata(values: Readonly<Record<string, string>>): Metadata {
  const metadata = new Metadata()
  for (const [name, value] of Object.entries(values)) metadata.set(name, value)
  return metadata
}
