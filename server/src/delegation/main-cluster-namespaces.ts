import { listerWatcherFor, SharedInformer } from '@apimachinery/client/cache'
import { Namespace } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import type { KnownNamespaces } from '../admission/plugins/namespace-lifecycle.js'
import type { MainClusterClient, PublishedAuthenticationOptions } from './published-authentication.js'

/**
 * The namespaces of the main cluster, followed from the first question on, for the plugin NamespaceLifecycle of a server of its
 * own groups. Reading and watching them has to be allowed there.
 */
export class MainClusterNamespaces implements KnownNamespaces {
  readonly #informer: SharedInformer<Namespace>
  #isFollowed = false
  readonly liveNamespace: KnownNamespaces['liveNamespace']
  readonly namespaces: KnownNamespaces['namespaces'] = {
    get: (_namespace, name) => {
      this.#follow()
      return this.#informer.lister.getByKey(name)
    },
  }

  constructor(client: MainClusterClient, { clock, onError }: PublishedAuthenticationOptions = {}) {
    this.#informer = new SharedInformer(listerWatcherFor(client.resource(Namespace)), {
      clock,
      onError,
    })
    this.liveNamespace = (name) =>
      client
        .resource(Namespace)
        .get(name)
        .catch((error: unknown) => {
          if (isNotFound(error)) return undefined
          throw error
        })
  }

  /** Ends what follows them. */
  stop(): Promise<void> {
    return this.#informer.stop()
  }

  #follow(): void {
    if (this.#isFollowed) return
    this.#isFollowed = true
    void this.#informer.run()
  }
}
