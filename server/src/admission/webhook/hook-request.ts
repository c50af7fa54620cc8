import { request as httpRequest, type IncomingMessage } from 'node:http'
import { type Agent, request as httpsRequest, type RequestOptions } from 'node:https'
import { isIP } from 'node:net'
import { readBody } from 'apimachinery/runtime/serializer/streaming'
import { AdmissionError } from '../admission-error.js'

/** The answer to one request. */
export interface HookAnswer {
  readonly status: number
  readonly headers: { get(name: string): string | undefined }
  readonly body: Uint8Array
}

/** A failed call, with the address that Go's client names. */
export class HookCallError extends Error {
  readonly url: string

  constructor(url: string, cause: unknown) {
    super('call failed', { cause })
    this.url = url
  }
}

/** How connections of one webhook are made. */
export interface HookConnections {
  readonly agent: Agent
  /** Certificates, keys, and names. */
  readonly tls: RequestOptions
  /** The name that every certificate must be for; that of each address where absent. */
  readonly serverName?: string | undefined
  /** Where an address is reached, where not by its name. */
  resolve(url: URL): Promise<{ readonly host: string; readonly port: number } | undefined>
}

/** A review to send. */
export interface HookPost {
  /** Also in errors as it stands here; the host in it goes into the header. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}

/** Answers are small: patches of objects. */
const maxAnswerBytes = 16 * 1024 * 1024
const mostRedirects = 10

/**
 * Posts a review and follows redirects to any address: 301, 302 and 303 with GET and without the body, 307 and 308 with both. Headers
 * with credentials go to the first host and hosts below it only.
 *
 * Source: `Client.do` of Go's net/http.
 * @throws HookCallError
 */
export async function postFollowing(post: HookPost, connections: HookConnections): Promise<HookAnswer> {
  const first = new URL(post.url)
  let target: Target = { url: first, text: post.url }
  let method = 'POST'
  let body: Buffer | undefined = Buffer.from(post.body, 'utf8')
  let headers: Record<string, string> = { ...post.headers }
  for (let redirects = 0; ; redirects++) {
    const answer = await sendOnce({ target, method, headers, body }, post.signal, connections)
    const location = isRedirect(answer.status) ? answer.headers.get('location') : undefined
    if (!location) return answer
    const { url } = target
    const next = nextURL(location, target)
    if (answer.status < 307) {
      method = 'GET'
      body = undefined
      headers = without(headers, bodyHeaders)
    }
    if (!isBelow(next.hostname, first.hostname)) headers = without(headers, secretHeaders)
    const { referer: _, ...kept } = headers
    headers = url.protocol === 'https:' && next.protocol === 'http:' ? kept : { ...kept, referer: target.text }
    if (redirects === mostRedirects - 1) {
      throw new HookCallError(location, new AdmissionError(`stopped after ${mostRedirects} redirects`))
    }
    target = { url: next, text: urlText(next) }
  }
}

/** An address and its text in headers and errors. */
interface Target {
  readonly url: URL
  readonly text: string
}

/** Whether a host is another one, or below it. */
function isBelow(host: string, other: string): boolean {
  return host === other || (isIP(other) === 0 && host.endsWith(`.${other}`))
}

const secretHeaders = ['authorization', 'cookie']
const bodyHeaders = ['content-type']

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

function nextURL(location: string, { url: from, text }: Target): URL {
  const failed = (cause: Error): HookCallError => new HookCallError(text, cause)
  if (!URL.canParse(location, from)) {
    const quoted = JSON.stringify(location)
    throw failed(new AdmissionError(`failed to parse Location header ${quoted}: parse ${quoted}: invalid URL`))
  }
  const next = new URL(location, from)
  if (next.protocol === 'https:' || next.protocol === 'http:') return next
  throw new HookCallError(
    next.href,
    new AdmissionError(`unsupported protocol scheme ${JSON.stringify(next.protocol.slice(0, -1))}`),
  )
}

function without(headers: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())))
}

/** Without the user, as Go writes it. */
function urlText(url: URL): string {
  const shown = new URL(url)
  shown.username = ''
  shown.password = ''
  return shown.href
}

interface Hop {
  readonly target: Target
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

async function sendOnce(hop: Hop, signal: AbortSignal, connections: HookConnections): Promise<HookAnswer> {
  try {
    const address = await connections.resolve(hop.target.url)
    return await exchange(hop, { ...addressOptions(hop.target.url, address, connections), signal })
  } catch (error) {
    throw new HookCallError(hop.target.text, error)
  }
}

function addressOptions(
  { protocol, hostname, port }: URL,
  address: { readonly host: string; readonly port: number } | undefined,
  { agent, tls, serverName }: HookConnections,
): RequestOptions {
  const name = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'https:'
  const where = { host: address?.host ?? name, port: address?.port ?? Number(port || (secure ? 443 : 80)) }
  if (!secure) return { ...where, agent: false }
  const wanted = serverName ?? name
  return { ...where, ...tls, agent, ...(isIP(wanted) === 0 && { servername: wanted }) }
}

function exchange({ target: { url, text }, method, headers, body }: Hop, options: RequestOptions): Promise<HookAnswer> {
  return new Promise((resolve, reject) => {
    const length = body !== undefined && { 'content-length': String(body.length) }
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const path = `${url.pathname}${url.search}`
    const all = { host: hostOf(text), ...headers, ...length }
    const sent = send({ ...options, method, path, headers: all }, (response) => {
      answerOf(response).then(resolve, reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** With the port where it is written, also where it is the usual one. */
function hostOf(url: string): string {
  return url.replace(/^[^/]*\/\//, '').replace(/[/?#].*$/, '')
}

async function answerOf(response: IncomingMessage): Promise<HookAnswer> {
  const get = (name: string): string | undefined => response.headers[name.toLowerCase()]?.toString()
  const tooLarge = (): Error => new AdmissionError('http: response body too large')
  const body = await readBody(response, { limit: maxAnswerBytes, tooLarge })
  return { status: response.statusCode ?? 0, headers: { get }, body }
}
