import { type GRPCError, grpcStatus as status } from '../../../internal/grpc/grpc-status.js'
import { KVError, type KVErrorCode } from '../kv-error.js'

/** By what etcd says; the first that fits. Source: go.etcd.io/etcd/api/v3/v3rpc/rpctypes. */
const messages: readonly (readonly [RegExp, KVErrorCode])[] = [
  [/required revision has been compacted/, 'Compacted'],
  [/required revision is a future revision/, 'FutureRevision'],
  [/no leader|leader changed/, 'NoLeader'],
  [/database space exceeded/, 'QuotaExceeded'],
  [/request is too large|message larger than max/, 'RequestTooLarge'],
  [/requested lease not found/, 'LeaseNotFound'],
  [/request timed out|deadline exceeded/i, 'DeadlineExceeded'],
  [/auth|permission denied|user name/, 'PermissionDenied'],
  [/corrupt/, 'Corrupt'],
]

const codes: Readonly<Record<number, KVErrorCode>> = {
  [status.DEADLINE_EXCEEDED]: 'DeadlineExceeded',
  [status.INVALID_ARGUMENT]: 'InvalidArgument',
  [status.FAILED_PRECONDITION]: 'InvalidArgument',
  [status.OUT_OF_RANGE]: 'InvalidArgument',
  [status.PERMISSION_DENIED]: 'PermissionDenied',
  [status.UNAUTHENTICATED]: 'PermissionDenied',
  [status.DATA_LOSS]: 'Corrupt',
}

/** The error for what a call of etcd failed with. */
export function etcdError(error: GRPCError): KVError {
  const { code, details } = error
  const said = messages.find(([pattern]) => pattern.test(details))?.[1]
  // Only etcd's own words count where the connection is lost.
  const fitting = code === status.UNAVAILABLE && !details.startsWith('etcdserver:') ? 'Unavailable' : said
  return new KVError(fitting ?? codes[code] ?? 'Unavailable', details, { cause: error })
}

/** The error for the reason why a watch was canceled. */
export function cancelError(reason: string, compactRevision: number): KVError {
  if (compactRevision > 0) return new KVError('Compacted', undefined, { compactRevision })
  const code = messages.find(([pattern]) => pattern.test(reason))?.[1] ?? 'Unavailable'
  return new KVError(code, reason === '' ? 'the watch was canceled' : reason)
}

/** Whether a call that failed has surely not reached a server. */
export function wasNotSent({ code, details }: GRPCError): boolean {
  return (
    code === status.UNAVAILABLE && /no connection established|name resolution failed|ECONNREFUSED|ENOENT/i.test(details)
  )
}

/** Whether the token of the user is no longer valid. */
export function isTokenInvalid({ code, details }: GRPCError): boolean {
  return code === status.UNAUTHENTICATED || isTokenUnknown(details)
}

/** Whether a server says so. */
export function isTokenUnknown(text: string): boolean {
  return text.includes('invalid auth token')
}
