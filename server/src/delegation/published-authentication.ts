import type { Client } from '@apimachinery/client'
import { listerWatcherFor, SharedInformer } from '@apimachinery/client/cache'
import { ConfigMap } from 'apimachinery/api/core/v1'
import { type Clock, systemClock } from 'apimachinery/wait'
import type { Authentication, Authenticator } from '../authentication/authenticator.js'
import { clientCertificateAuthenticator, parseCertificates } from '../authentication/client-certificate.js'
import { requestHeaderAuthenticator } from '../authentication/request-header.js'
import { unionAuthenticator } from '../authentication/union.js'
import type { ServerRequest } from '../request/http.js'

/** The part of a client of the main cluster that is used. */
export type MainClusterClient = Pick<Client, 'resource' | 'transport' | 'close'>

/** Clock and error callback. */
export interface PublishedAuthenticationOptions {
  readonly clock?: Clock | undefined
  readonly onError?: ((error: unknown) => void) | undefined
  /** Authorities that are left alone. */
  readonly notLookedUp?: readonly PublishedAuthorities[] | undefined
}

/** Keys of the config map. */
export type PublishedAuthorities = 'client-ca-file' | 'requestheader-client-ca-file'

const namespace = 'kube-system'
const name = 'extension-apiserver-authentication'

/**
 * Authenticates front proxies and clients by the certificate authorities in a config map of the main cluster, which is
 * watched: new authorities apply at once, and an invalid map keeps the last valid ones.
 *
 * Source: `DynamicRequestHeaderController` and `NewDynamicCAFromConfigMapController` of k8s.io/apiserver.
 */
export class PublishedAuthentication implements Authenticator {
  readonly #client: MainClusterClient
  readonly #options: PublishedAuthenticationOptions
  readonly #informer: SharedInformer<ConfigMap>
  #current: Authenticator = unionAuthenticator()

  constructor(client: MainClusterClient, options: PublishedAuthenticationOptions = {}) {
    this.#client = client
    this.#options = options
    const { clock, onError } = options
    const source = listerWatcherFor(client.resource(ConfigMap).namespace(namespace), {
      fieldSelector: `metadata.name=${name}`,
    })
    this.#informer = new SharedInformer(source, {
      clock,
      onError,
    })
    const take = (found: ConfigMap): void => this.#take(found)
    this.#informer.addEventHandler({ onAdd: take, onUpdate: (_old, found) => take(found) })
  }

  /** Reads the map and begins to follow it. Throws where it cannot be read, unless that is tolerated. */
  async start({ tolerateFailure }: { readonly tolerateFailure: boolean }): Promise<void> {
    try {
      const found = await this.#client.resource(ConfigMap).namespace(namespace).get(name)
      this.#current = this.#authenticatorOf(found.data ?? {})
    } catch (error) {
      if (!tolerateFailure) throw error
      this.#options.onError?.(error)
    }
    void this.#informer.run()
  }

  authenticate(request: ServerRequest): Promise<Authentication | undefined> {
    return this.#current.authenticate(request)
  }

  stop(): Promise<void> {
    return this.#informer.stop()
  }

  #take({ data = {} }: ConfigMap): void {
    try {
      this.#current = this.#authenticatorOf(data)
    } catch (error) {
      this.#options.onError?.(error)
    }
  }

  #authenticatorOf(data: Readonly<Record<string, string>>): Authenticator {
    const clock = this.#options.clock ?? systemClock
    const authorities = (key: string) => {
      const certificates = parseCertificates(data[key] ?? '')
      return { certificates: () => certificates, clock }
    }
    const isWanted = (key: PublishedAuthorities): boolean =>
      data[key] !== undefined && this.#options.notLookedUp?.includes(key) !== true
    const found: Authenticator[] = []
    if (isWanted('requestheader-client-ca-file')) {
      found.push(
        requestHeaderAuthenticator({
          usernameHeaders: headersOf(data, 'username-headers'),
          uidHeaders: headersOf(data, 'uid-headers'),
          groupHeaders: headersOf(data, 'group-headers'),
          extraHeaderPrefixes: headersOf(data, 'extra-headers-prefix'),
          allowedNames: publishedList(data, 'allowed-names'),
          authorities: authorities('requestheader-client-ca-file'),
        }),
      )
    }
    if (isWanted('client-ca-file')) found.push(clientCertificateAuthenticator(authorities('client-ca-file')))
    return unionAuthenticator(...found)
  }
}

function publishedList(data: Readonly<Record<string, string>>, key: string): string[] {
  return JSON.parse(data[`requestheader-${key}`] ?? '[]')
}

function headersOf(data: Readonly<Record<string, string>>, key: string): string[] {
  return publishedList(data, key).map((each) => each.toLowerCase())
}
