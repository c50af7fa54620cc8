import type { ClientCertificate } from './tls-material.js'

/** Supplies the credentials of a user, and renews them. */
export interface Credentials {
  /** Value of `Authorization`; undefined without one. */
  authorization(): Promise<string | undefined> | string | undefined
  /** A client certificate that a plugin gave. */
  certificate?(): Promise<ClientCertificate | undefined>
  /** The server answered 401: gets new credentials if it can. True when a request is worth another attempt. */
  renew(): Promise<boolean>
}

/** Credentials that never change: none, a token, or user and password. */
export class StaticCredentials implements Credentials {
  readonly #authorization: string | undefined

  constructor(options: {
    readonly token?: string | undefined
    readonly user?: string | undefined
    readonly password?: string | undefined
  }) {
    const { token, user, password = '' } = options
    if (token !== undefined && token !== '') this.#authorization = `Bearer ${token}`
    else if (user !== undefined && user !== '') {
      this.#authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    }
  }

  authorization(): string | undefined {
    return this.#authorization
  }

  async renew(): Promise<boolean> {
    return false
  }
}
