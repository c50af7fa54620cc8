import { request } from 'node:https'
import { type Exchange, type Send, splitWarnings } from './running-cluster.js'

/** Sends requests to a server whose certificate is not verified. */
export function sendOverHTTPS(server: string, token: string, accept = 'application/json'): Send {
  const common = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept }
  return (method, path, body) =>
    new Promise<Exchange>((resolve, reject) => {
      // Node sends the body of a DELETE without its length otherwise, and the server takes it for the next request.
      const headers = body === undefined ? common : { ...common, 'content-length': Buffer.byteLength(body) }
      const sent = request(new URL(path, server), { method, headers, rejectUnauthorized: false }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        response.on('error', reject)
        response.on('end', () => {
          const { warning } = response.headers
          const joined = Array.isArray(warning) ? warning.join(', ') : (warning ?? null)
          resolve({ status: response.statusCode ?? 0, text, warnings: splitWarnings(joined) })
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
}
