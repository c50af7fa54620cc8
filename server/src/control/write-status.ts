import type { StatusError } from 'apimachinery/errors'
import type { ResponseSink } from '../request/http.js'

/** Writes the `Status` of an error as JSON. */
export function writeStatusError(response: ResponseSink, { status }: StatusError): void {
  if (response.status !== undefined) {
    response.destroy()
    return
  }
  const code = status.code ?? 500
  // The rest of the body is not read: another request cannot follow it.
  if (code === 413 || code === 415) response.setHeader('connection', 'close')
  if (code === 401) response.setHeader('www-authenticate', 'Bearer')
  writeJSON(response, code, { kind: 'Status', apiVersion: 'v1', metadata: {}, ...status })
}

/** Writes a value as JSON. */
export function writeJSON(response: ResponseSink, status: number, value: object): void {
  response.setHeader('content-type', 'application/json')
  writeText(response, status, `${JSON.stringify(value)}\n`)
}

/** Writes a text, or an answer without a body. */
export function writeText(response: ResponseSink, status: number, text?: string): void {
  if (text === undefined) {
    response.writeHead(status)
    response.end()
    return
  }
  const bytes = Buffer.from(text)
  response.writeHead(status, { 'content-length': String(bytes.length) })
  response.end(bytes)
}
