import type { CertificatePair } from '../certificates/new-certificate.js'
import type { GenericAPIServer } from '../server/generic-api-server.js'

/** Where a test server listens. */
export interface SocketAddress {
  /** `https://127.0.0.1:<port>`. */
  readonly url: string
  /** PEM of the authority that signed the server's certificate. */
  readonly certificateAuthority: string
}

/** The authority of a test server, and the certificate that it serves with. */
export interface TestCertificates {
  readonly authority: CertificatePair
  readonly serving: CertificatePair
}

/** Makes the certificates of a test server, good for the loopback address. */
export async function newTestCertificates(): Promise<TestCertificates> {
  // Most tests need no socket, and pay for none.
  const { newCertificate, newCertificateAuthority } = await import('../certificates/new-certificate.js')
  const notBefore = new Date(Date.now() - 60_000)
  const authority = await newCertificateAuthority('test-server-ca', notBefore)
  const hosts = ['localhost', '127.0.0.1']
  const serving = await newCertificate(authority, { commonName: 'test-server', hosts, usage: 'server', notBefore })
  return { authority, serving }
}

type Listening = Awaited<ReturnType<GenericAPIServer['listen']>>
type TLS = NonNullable<Parameters<GenericAPIServer['listen']>[0]['tls']>

/** A TLS port of the loopback address that one server after another can serve. */
export class SocketPort {
  readonly address: SocketAddress
  readonly #tls: TLS
  #listening: Listening

  private constructor(address: SocketAddress, tls: TLS, listening: Listening) {
    this.address = address
    this.#tls = tls
    this.#listening = listening
  }

  /** Listens on a free port with certificates that were made before. */
  static async open(server: GenericAPIServer, { authority, serving }: TestCertificates): Promise<SocketPort> {
    const tls = { cert: serving.certificate, key: serving.key }
    const listening = await server.listen({ host: '127.0.0.1', port: 0, tls })
    const url = `https://127.0.0.1:${listening.port}`
    return new SocketPort({ url, certificateAuthority: authority.certificate }, tls, listening)
  }

  /** Stops listening; connections end. */
  async pause(): Promise<void> {
    this.#listening.listener.drain()
    await this.#listening.listener.close()
  }

  /** Listens again on the same port, for another server. */
  async resume(server: GenericAPIServer): Promise<void> {
    this.#listening = await server.listen({ host: '127.0.0.1', port: this.#listening.port, tls: this.#tls })
  }

  close(): Promise<void> {
    return this.pause()
  }
}
