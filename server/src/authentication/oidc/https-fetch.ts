import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { type Clock, realClock } from '../../internal/clock.js'
import { deadline } from '../../internal/deadline.js'
import { readBytes } from '../../internal/read-bytes.js'
import type { FetchDocument, FetchedDocument } from './fetch-document.js'

const longest = 10 * 1024 * 1024
/** For the whole document: an issuer that sends a byte now and then must not hold up requests. */
const timeout = 30_000

/** Reads documents over HTTPS. `certificateAuthority` is PEM; the authorities of the machine where absent. */
export function httpsFetch(certificateAuthority?: string, clock: Clock = realClock): FetchDocument {
  const options = { ...(certificateAuthority !== undefined && { ca: certificateAuthority }), agent: false as const }
  return async (url, bearer) => {
    const headers = { accept: 'application/json', ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) }
    const reason = new Error(`${url} did not answer in time`)
    const { signal, stop } = deadline(undefined, timeout, { clock, reason })
    try {
      return await new Promise<FetchedDocument>((resolve, reject) => {
        const sent = request(url, { ...options, headers, signal }, (response) => {
          documentOf(response, url).then(resolve, reject)
        })
        sent.on('error', reject)
        sent.end()
      })
    } catch (error) {
      throw signal.aborted ? reason : error
    } finally {
      stop()
    }
  }
}

async function documentOf(response: IncomingMessage, url: string): Promise<FetchedDocument> {
  const { statusCode: status = 0, statusMessage: statusText = '', headers } = response
  const bytes = await readBytes(response, { limit: longest, tooLarge: () => new Error(`${url} is too long`) })
  return { status, statusText, text: bytes.toString('utf8'), cacheControl: headers['cache-control'] }
}
