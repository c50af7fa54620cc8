import type { Credentials } from '../config/credentials.js'
import type { ImpersonationConfig, RESTConfig } from '../config/rest-config.js'
import type {
  HeaderFields,
  Transport,
  TransportRequest,
  TransportResponse,
  UpgradeRefused,
  UpgradeRequest,
  WebSocketConnection,
} from './transport.js'

/** Sends credentials with every request, and the user to act as; renews credentials once when the server refuses them. */
export class AuthenticatingTransport implements Transport {
  readonly identity: string | undefined
  readonly #inner: Transport
  readonly #credentials: Credentials
  readonly #impersonation: HeaderFields

  constructor(
    inner: Transport,
    credentials: Credentials,
    { impersonate, identity }: Pick<RESTConfig, 'impersonate' | 'identity'> = {},
  ) {
    this.identity = identity
    this.#inner = inner
    this.#credentials = credentials
    this.#impersonation = impersonate === undefined ? {} : impersonationHeaders(impersonate)
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const response = await this.#inner.send(await this.#with(request))
    const canRepeat = request.body === undefined || request.body instanceof Uint8Array
    if (response.status !== 401 || request.headers.authorization !== undefined) return response
    if (!(await this.#renewed(response)) || !canRepeat) return response
    response.body.cancel()
    return this.#inner.send(await this.#with(request))
  }

  async upgrade(request: UpgradeRequest): Promise<WebSocketConnection | UpgradeRefused> {
    const answer = await this.#inner.upgrade(await this.#with(request))
    if (!('refused' in answer) || answer.refused.status !== 401 || !(await this.#renewed(answer.refused))) return answer
    answer.refused.body.cancel()
    return this.#inner.upgrade(await this.#with(request))
  }

  close(): Promise<void> {
    return this.#inner.close()
  }

  /** Whether there are new credentials. If there are none, the response is not read. */
  async #renewed({ body }: TransportResponse): Promise<boolean> {
    try {
      return await this.#credentials.renew()
    } catch (error) {
      body.cancel()
      throw error
    }
  }

  async #with<T extends { readonly headers: HeaderFields }>(request: T): Promise<T> {
    const authorization = await this.#credentials.authorization()
    const added = authorization === undefined ? this.#impersonation : { ...this.#impersonation, authorization }
    return { ...request, headers: { ...added, ...request.headers } }
  }
}

function impersonationHeaders({ userName, uid, groups = [], extra = {} }: ImpersonationConfig): HeaderFields {
  const headers: Record<string, string | readonly string[]> = {}
  if (userName !== '') headers['impersonate-user'] = userName
  if (uid !== undefined && uid !== '') headers['impersonate-uid'] = uid
  if (groups.length > 0) headers['impersonate-group'] = groups
  for (const [key, values] of Object.entries(extra)) headers[`impersonate-extra-${escapeKey(key)}`] = values
  return headers
}

/** Keys are percent-encoded where a header name may not hold them, as client-go does. */
function escapeKey(key: string): string {
  const bytes = new TextEncoder().encode(key.toLowerCase())
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte)
    return /[!#$&'*+\-.^_`|~0-9a-z]/.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
}
