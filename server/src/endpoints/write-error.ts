import { messageOf, type Status as StatusFields, StatusReason, statusOf, toAPIStatus } from 'apimachinery/errors'
import { Status } from 'apimachinery/meta/v1'
import { withGroupVersionKind } from 'apimachinery/runtime'
import { isNotAcceptableError, isUnsupportedMediaTypeError } from 'apimachinery/runtime/serializer'
import { GroupVersionKind } from 'apimachinery/schema'
import type { Exchange, IdentifiedRequest } from '../request/http.js'
import { isStorageError } from '../storage/storage-error.js'
import type { OutputFormat, OutputFormats } from './output-format.js'
import { writeBytes } from './write-bytes.js'

const statusKind = /* @__PURE__ */ new GroupVersionKind('', 'v1', 'Status')

/** The `Status` that an error is answered with. Source: `ErrorToAPIStatus` of k8s.io/apiserver. */
export function statusOfError(error: unknown): StatusFields {
  if (isNotAcceptableError(error)) return failure(406, 'NotAcceptable', error.message)
  if (isUnsupportedMediaTypeError(error)) return failure(415, StatusReason.UnsupportedMediaType, error.message)
  if (statusOf(error) === undefined && isStorageError(error, 'ResourceVersionConflict')) {
    return failure(409, '', messageOf(error))
  }
  return toAPIStatus(error)
}

function failure(code: number, reason: string, message: string): StatusFields {
  return { status: 'Failure', message, code, ...(reason !== '' && { reason }) }
}

/** A `Status` that can be encoded in every format. */
export function statusObject(fields: StatusFields): Status {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = fields
  return withGroupVersionKind(new Status({ metadata: {}, ...rest }), statusKind)
}

/** Answers a request; what that throws is answered as a `Status`, in the requested format if possible. */
export async function withStatus(
  exchange: Exchange<IdentifiedRequest>,
  formats: OutputFormats,
  answer: () => void | Promise<void>,
): Promise<void> {
  try {
    await answer()
  } catch (error) {
    await writeError(exchange, formats, error)
  }
}

/** Responds with the `Status` of an error, in the requested format if possible. */
export async function writeError(
  exchange: Exchange<IdentifiedRequest>,
  formats: OutputFormats,
  error: unknown,
): Promise<void> {
  const { request, response } = exchange
  if (response.status !== undefined) {
    response.destroy()
    return
  }
  const status = statusOfError(error)
  const code = status.code ?? 500
  const { retryAfterSeconds = 0 } = status.details ?? {}
  if (retryAfterSeconds > 0) response.setHeader('retry-after', String(retryAfterSeconds))
  const object = statusObject(status)
  const format = formatFor(exchange, formats)
  request.audit.responseObject(() => object, true)
  if (format === undefined) {
    const { kind, apiVersion, metadata, status: outcome, message, reason, details } = object
    const ordered = { kind, apiVersion, metadata, status: outcome, message, reason, details, code }
    const text = JSON.stringify(ordered, undefined, 2)
    return writeBytes(exchange, { code, mediaType: 'application/json' }, [Buffer.from(text)])
  }
  return writeBytes(exchange, { code, mediaType: format.mediaType }, [format.encode(object)])
}

/** Where nothing is accepted that an error can be written in, it is plain JSON. */
function formatFor({ request }: Exchange<IdentifiedRequest>, formats: OutputFormats): OutputFormat | undefined {
  try {
    return formats.of(request)
  } catch {
    return undefined
  }
}
