import { readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type PassiveClock, systemClock } from 'apimachinery/wait'
import { ConfigError } from './config-error.js'
import type { Credentials } from './credentials.js'
import type { AuthProviderConfig } from './rest-config.js'
import { SingleFlight } from './single-flight.js'
import { trustAnchors } from './trust-anchors.js'

const expiryDelta = 10_000

/** ID tokens of an OpenID Connect provider: refreshed before they expire, and kept in the kubeconfig. */
export class OIDCCredentials implements Credentials {
  readonly #persist: AuthProviderConfig['persist']
  readonly #clock: PassiveClock
  readonly #flight = new SingleFlight<string>()
  #config: Readonly<Record<string, string>>

  constructor({ config, persist }: AuthProviderConfig, clock: PassiveClock = systemClock) {
    for (const field of ['idp-issuer-url', 'client-id']) {
      if (!config[field]) throw new ConfigError(`Must provide ${field}`, { field: `auth-provider.config.${field}` })
    }
    this.#config = config
    this.#persist = persist
    this.#clock = clock
  }

  async authorization(): Promise<string> {
    const token = this.#config['id-token']
    if (token !== undefined && token !== '' && this.#isValid(token)) return `Bearer ${token}`
    return `Bearer ${await this.#flight.run(() => this.#refresh())}`
  }

  async renew(): Promise<boolean> {
    if (!this.#config['refresh-token']) return false
    await this.#flight.run(() => this.#refresh())
    return true
  }

  #isValid(token: string): boolean {
    const parts = token.split('.')
    if (parts.length !== 3)
      throw new ConfigError('ID Token is not a valid JWT', { field: 'auth-provider.config.id-token' })
    try {
      const { exp }: { exp?: unknown } = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString())
      return this.#clock.now() + expiryDelta < Number(exp ?? 0) * 1000
    } catch (cause) {
      throw new ConfigError('parsing claims', { field: 'auth-provider.config.id-token', cause })
    }
  }

  async #refresh(): Promise<string> {
    const { 'refresh-token': refreshToken, 'client-id': id = '', 'client-secret': secret = '' } = this.#config
    if (!refreshToken) throw new ConfigError('No valid id-token, and cannot refresh without refresh-token')
    const url = await this.#tokenEndpoint()
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
    const answer = await this.#token(url, form, { id, secret })
    const { id_token: idToken, refresh_token: newRefreshToken } = answer
    if (typeof idToken !== 'string') {
      const why = `either the scope "openid" wasn't requested upon login, or the provider doesn't support id_tokens as part of the refresh response`
      throw new ConfigError(`token response did not contain an id_token, ${why}`)
    }
    const rotated = typeof newRefreshToken === 'string' && newRefreshToken !== '' ? newRefreshToken : refreshToken
    this.#config = { ...this.#config, 'id-token': idToken, 'refresh-token': rotated }
    try {
      await this.#persist?.(this.#config)
    } catch (cause) {
      throw new ConfigError('could not persist new tokens', { cause })
    }
    return idToken
  }

  /** Providers take the client's name and secret in a header, or in the form: the header is tried first, as in Go. */
  async #token(
    url: string,
    form: URLSearchParams,
    client: { id: string; secret: string },
  ): Promise<Record<string, unknown>> {
    const basic = `${encodeURIComponent(client.id)}:${encodeURIComponent(client.secret)}`
    const authorization = `Basic ${Buffer.from(basic).toString('base64')}`
    let answer = await this.#send(url, form, { authorization })
    if (answer.status >= 400) {
      form.set('client_id', client.id)
      if (client.secret !== '') form.set('client_secret', client.secret)
      answer = await this.#send(url, form, {})
    }
    if (answer.status < 200 || answer.status > 299) {
      throw new ConfigError(
        `failed to refresh token: oauth2: cannot fetch token: ${answer.status}: ${answer.text.slice(0, 200)}`,
      )
    }
    return parseAnswer(answer.text, 'failed to refresh token')
  }

  async #tokenEndpoint(): Promise<string> {
    const url = `${(this.#config['idp-issuer-url'] ?? '').replace(/\/$/, '')}/.well-known/openid-configuration`
    const { status, text } = await this.#send(url, undefined, {})
    if (status !== 200)
      throw new ConfigError(`oidc: failed to query metadata endpoint ${status}: ${JSON.stringify(text.slice(0, 80))}`)
    const { token_endpoint: endpoint } = parseAnswer(text, 'oidc: failed to decode provider discovery object')
    if (typeof endpoint === 'string' && endpoint !== '') return endpoint
    throw new ConfigError(`oidc: discovery object doesn't contain a token_endpoint`)
  }

  async #send(
    url: string,
    form: URLSearchParams | undefined,
    headers: Record<string, string>,
  ): Promise<{ status: number; text: string }> {
    const body = form?.toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const options = {
      method: body === undefined ? 'GET' : 'POST',
      timeout: 30_000,
      headers: { ...headers, ...(body && type) },
    }
    const authority = await this.#authority()
    const send = url.startsWith('https:') ? httpsRequest : httpRequest
    return new Promise((resolve, reject) => {
      const sent = send(
        url,
        { ...options, ...(authority !== undefined && trustAnchors(authority)), agent: false },
        (message) => {
          const pieces: Buffer[] = []
          message.on('data', (piece: Buffer) => pieces.push(piece))
          message.once('end', () =>
            resolve({ status: message.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
          )
          message.once('error', reject)
        },
      )
      sent.once('timeout', () => sent.destroy(new Error('i/o timeout')))
      sent.once('error', (cause) => reject(new ConfigError(`oidc: ${url}`, { cause })))
      sent.end(body)
    })
  }

  async #authority(): Promise<string | Buffer | undefined> {
    const { 'idp-certificate-authority-data': data, 'idp-certificate-authority': file } = this.#config
    if (data) return Buffer.from(data, 'base64')
    return file ? readFile(file) : undefined
  }
}

function parseAnswer(text: string, doing: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch (cause) {
    throw new ConfigError(doing, { cause })
  }
}
