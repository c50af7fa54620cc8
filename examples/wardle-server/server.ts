import { GroupServer, type GroupServerOptions } from '@apimachinery/server'
import { type KnownNamespaces, namespaceLifecycle } from '@apimachinery/server/admission'
import { wardleScheme } from '../wardle/scheme.js'
import { banFlunder } from './ban-flunder.js'
import { flunderResources } from './flunder-resources.js'

/** Settings of the server, and the namespaces in which objects may be created; all where absent. */
export interface WardleOptions extends Omit<GroupServerOptions, 'scheme' | 'resources' | 'admission'> {
  readonly namespaces?: KnownNamespaces
}

/** Starts a server of the group wardle.example.com; it listens nowhere yet. */
export function startWardle({ namespaces, ...options }: WardleOptions = {}): GroupServer {
  const scheme = wardleScheme()
  const server: GroupServer = GroupServer.start({
    ...options,
    scheme,
    resources: flunderResources(scheme),
    admission: [...(namespaces ? [namespaceLifecycle(namespaces)] : []), banFlunder(() => server.client())],
  })
  return server
}
