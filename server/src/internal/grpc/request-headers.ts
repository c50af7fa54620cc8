import { messageOf } from 'apimachinery/errors'
import { encodeHeaders } from '../http2/encode-headers.js'
import type { HeaderField } from '../http2/header-field.js'
import { GRPCError, grpcStatus } from './grpc-status.js'

type Metadata = Readonly<Record<string, string>>

/** What the headers of a request depend on. */
export interface RequestFacts {
  readonly path: string
  readonly metadata?: Metadata | undefined
  /** Milliseconds. */
  readonly timeout?: number | undefined
}

interface Kept extends RequestFacts {
  readonly block: Buffer
}

const noMetadata: Metadata = {}

/** The headers of requests to one server; those of the last request of each method are kept. */
export class RequestHeaders {
  readonly #fixed: readonly HeaderField[]
  readonly #kept = new Map<string, Kept>()

  constructor(server: { readonly authority: string; readonly isSecure: boolean }) {
    this.#fixed = [
      [':method', 'POST'],
      [':scheme', server.isSecure ? 'https' : 'http'],
      [':authority', server.authority],
      ['content-type', 'application/grpc'],
      ['te', 'trailers'],
      ['user-agent', 'grpc-apimachinery'],
    ]
  }

  /** Their bytes. Metadata is compared by identity. Throws a {@link GRPCError} where it cannot be sent. */
  of({ path, metadata = noMetadata, timeout }: RequestFacts): Buffer {
    const kept = this.#kept.get(path)
    if (kept !== undefined && kept.metadata === metadata && kept.timeout === timeout) return kept.block
    const block = this.#encode(path, metadata, timeout)
    this.#kept.set(path, { path, metadata, timeout, block })
    return block
  }

  #encode(path: string, metadata: Metadata, timeout: number | undefined): Buffer {
    const deadline: HeaderField[] = timeout === undefined ? [] : [['grpc-timeout', timeoutText(timeout)]]
    const own = Object.entries(metadata)
    try {
      return encodeHeaders(
        [...this.#fixed, [':path', path] as const, ...deadline, ...own].sort(pseudoFirst),
        new Set(Object.keys(metadata)),
      )
    } catch (error) {
      throw new GRPCError(grpcStatus.INTERNAL, messageOf(error))
    }
  }
}

function pseudoFirst([a]: HeaderField, [b]: HeaderField): number {
  return Number(b.startsWith(':')) - Number(a.startsWith(':'))
}

/** At most eight digits and a unit. */
function timeoutText(milliseconds: number): string {
  if (milliseconds < 100_000_000) return `${Math.ceil(milliseconds)}m`
  return `${Math.min(Math.ceil(milliseconds / 1000), 99_999_999)}S`
}
