import type { HeaderField } from '../http2/header-field.js'
import { http2Code } from '../http2/http2-error.js'

/** Codes of gRPC. Source: https://grpc.io/docs/guides/status-codes. */
export const grpcStatus = {
  OK: 0,
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  DATA_LOSS: 15,
  UNAUTHENTICATED: 16,
} as const

const names = Object.keys(grpcStatus)

/** The error of a call: a code of {@link grpcStatus}, and the server's message or that of the channel. */
export class GRPCError extends Error {
  override readonly name = 'GRPCError'

  constructor(
    readonly code: number,
    readonly details: string,
  ) {
    super(`${code} ${names[code] ?? 'UNKNOWN'}: ${details}`)
  }
}

/** Reports whether a call failed in gRPC or in the server. */
export function isGRPCError(error: unknown): error is GRPCError {
  return error instanceof GRPCError
}

/** The status at the end of a call; undefined: it went well. `fields` are the last headers, `http` the status of the answer. */
export function statusOf(fields: readonly HeaderField[], http: number): GRPCError | undefined {
  const code = headerOf(fields, 'grpc-status')
  if (code === '0') return undefined
  if (code === undefined) return http === 200 ? noStatus() : httpError(http)
  const known = /^\d{1,3}$/.test(code) ? Number(code) : grpcStatus.UNKNOWN
  return new GRPCError(known, decoded(headerOf(fields, 'grpc-message') ?? ''))
}

/** The value of a header. */
export function headerOf(fields: readonly HeaderField[], name: string): string | undefined {
  for (const field of fields) if (field[0] === name) return field[1]
  return undefined
}

function noStatus(): GRPCError {
  return new GRPCError(grpcStatus.INTERNAL, 'Call ended without gRPC status')
}

function decoded(message: string): string {
  try {
    return decodeURIComponent(message)
  } catch {
    return message
  }
}

/** Source: https://github.com/grpc/grpc/blob/master/doc/http-grpc-status-mapping.md */
const statusOfHTTP: Readonly<Record<number, number>> = {
  400: grpcStatus.INTERNAL,
  401: grpcStatus.UNAUTHENTICATED,
  403: grpcStatus.PERMISSION_DENIED,
  404: grpcStatus.UNIMPLEMENTED,
  429: grpcStatus.UNAVAILABLE,
  502: grpcStatus.UNAVAILABLE,
  503: grpcStatus.UNAVAILABLE,
  504: grpcStatus.UNAVAILABLE,
}

function httpError(status: number): GRPCError {
  return new GRPCError(statusOfHTTP[status] ?? grpcStatus.UNKNOWN, `Received HTTP status code ${status}`)
}

/** The error of a call that the server broke off. */
export function resetError(code: number): GRPCError {
  switch (code) {
    case http2Code.REFUSED_STREAM:
      return new GRPCError(grpcStatus.UNAVAILABLE, 'Stream refused by server')
    case http2Code.CANCEL:
      return new GRPCError(grpcStatus.CANCELLED, 'Call cancelled')
    case http2Code.ENHANCE_YOUR_CALM:
      return new GRPCError(grpcStatus.RESOURCE_EXHAUSTED, 'Bandwidth exhausted or memory limit exceeded')
    case http2Code.INADEQUATE_SECURITY:
      return new GRPCError(grpcStatus.PERMISSION_DENIED, 'Protocol not secure enough')
    case http2Code.INTERNAL_ERROR:
      return new GRPCError(grpcStatus.INTERNAL, `Received RST_STREAM with code ${code} (Internal server error)`)
    default:
      return new GRPCError(grpcStatus.INTERNAL, `Received RST_STREAM with code ${code}`)
  }
}
