import { request } from 'node:https'
import type { FetchJSON } from './issuer-keys.js'

const longest = 10 * 1024 * 1024
const timeout = 30_000

/** Reads documents over HTTPS. `certificateAuthority` is PEM; the authorities of the machine where absent. */
export function httpsFetchJSON(certificateAuthority?: string): FetchJSON {
  return (url) =>
    new Promise((resolve, reject) => {
      const options = {
        ...(certificateAuthority !== undefined && { ca: certificateAuthority }),
        timeout,
        agent: false as const,
      }
      const sent = request(url, { ...options, headers: { accept: 'application/json' } }, (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > longest) response.destroy(new Error(`${url} is too long`))
          chunks.push(chunk)
        })
        response.on('error', reject)
        response.on('end', () => {
          if (response.statusCode !== 200)
            return reject(new Error(`${url} answered with status ${response.statusCode}`))
          try {
            resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')))
          } catch (error) {
            reject(error)
          }
        })
      })
      sent.on('timeout', () => sent.destroy(new Error(`${url} did not answer in time`)))
      sent.on('error', reject)
      sent.end()
    })
}
