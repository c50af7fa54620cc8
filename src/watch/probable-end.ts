import { isMachineryError } from '../errors/machinery-error.js'

/** Codes of errors with which connections end: those of Node's sockets and streams, and of its `fetch`. */
const codes: ReadonlySet<unknown> = /* @__PURE__ */ new Set([
  ...['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_HTTP2_STREAM_CANCEL'],
  ...['UND_ERR_SOCKET', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_ABORTED'],
])
const names: ReadonlySet<unknown> = /* @__PURE__ */ new Set(['AbortError', 'TimeoutError'])

/**
 * Reports whether an error, or one of its causes, means that a stream was interrupted rather than that its content is
 * invalid.
 */
export function isProbableEnd(error: unknown): boolean {
  const seen = new Set<unknown>()
  for (let next = error; typeof next === 'object' && next !== null && !seen.has(next); ) {
    const { code, name, cause } = next as { code?: unknown; name?: unknown; cause?: unknown }
    if (isMachineryError(next, 'UnexpectedEOF') || codes.has(code) || names.has(name)) return true
    seen.add(next)
    next = cause
  }
  return false
}
