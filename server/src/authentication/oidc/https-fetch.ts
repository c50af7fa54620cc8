import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { isIP } from 'node:net'
import { trustAnchors } from '@apimachinery/client'
import { readBody } from 'apimachinery/runtime/serializer/streaming'
import { type Clock, systemClock } from 'apimachinery/wait'
import { deadline } from '../../internal/deadline.js'
import { AuthenticationError } from '../authentication-error.js'
import type { FetchDocument, FetchedDocument } from './fetch-document.js'

const longest = 10 * 1024 * 1024
/** For the whole document: an issuer that sends a byte now and then must not hold up requests. */
const timeout = 30_000

/** As Go's client. */
const mostRedirects = 10

/**
 * Reads documents over HTTPS, and follows up to ten redirects to other HTTPS addresses; the bearer token goes only to
 * the host that was asked and to hosts below it. `certificateAuthority` is PEM; the authorities of the machine where
 * absent.
 *
 * Source: `Client.do` and `shouldCopyHeaderOnRedirect` of net/http, which follows redirects to plain HTTP, too.
 */
export function httpsFetch(certificateAuthority?: string, clock: Clock = systemClock): FetchDocument {
  const options = {
    ...(certificateAuthority !== undefined && trustAnchors(certificateAuthority)),
    agent: false as const,
  }
  return async (url, bearer) => {
    const reason = new AuthenticationError(`${url} did not answer in time`)
    const { signal, stop } = deadline(undefined, timeout, { clock, reason })
    const first = new URL(url)
    try {
      let asked = first
      for (let redirects = 0; ; redirects++) {
        const authorization = bearer !== undefined && isBelow(asked, first) && { authorization: `Bearer ${bearer}` }
        const headers = { accept: 'application/json', ...authorization }
        const answer = await exchange(asked, { ...options, headers, signal })
        if (!(answer instanceof URL)) return answer
        if (redirects === mostRedirects)
          throw new AuthenticationError(`${url}: stopped after ${mostRedirects} redirects`)
        asked = answer
      }
    } catch (error) {
      throw signal.aborted ? reason : error
    } finally {
      stop()
    }
  }
}

/** The document at an address, or the address to which the answer points. */
function exchange(url: URL, options: RequestOptions): Promise<FetchedDocument | URL> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      try {
        const target = redirectOf(response, url)
        if (target !== undefined) response.destroy()
        resolve(target ?? documentOf(response, url.href))
      } catch (error) {
        response.destroy()
        reject(error)
      }
    })
    sent.on('error', reject)
    sent.end()
  })
}

const redirectCodes = [301, 302, 303, 307, 308]

/** A redirect without `Location` is a document as any other. */
function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage, url: URL): URL | undefined {
  if (!redirectCodes.includes(statusCode) || location === undefined || location === '') return undefined
  if (!URL.canParse(location, url))
    throw new AuthenticationError(`${url}: failed to parse Location header "${location}"`)
  const target = new URL(location, url)
  if (target.protocol !== 'https:') throw new AuthenticationError(`${url}: redirected to ${target}, which is not https`)
  return target
}

function isBelow({ hostname }: URL, { hostname: first }: URL): boolean {
  return hostname === first || (hostname.endsWith(`.${first}`) && isIP(first) === 0)
}

async function documentOf(response: IncomingMessage, url: string): Promise<FetchedDocument> {
  const { statusCode: status = 0, statusMessage: statusText = '', headers } = response
  const bytes = await readBody(response, {
    limit: longest,
    tooLarge: () => new AuthenticationError(`${url} is too long`),
  })
  return { status, statusText, text: Buffer.from(bytes).toString('utf8'), cacheControl: headers['cache-control'] }
}
