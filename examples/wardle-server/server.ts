import { GroupServer, type GroupServerOptions, Loopback } from '@apimachinery/server'
import { type KnownNamespaces, namespaceLifecycle } from '@apimachinery/server/admission'
import { wardleScheme } from '../wardle/scheme.js'
import { banFlunder } from './ban-flunder.js'
import { flunderResources } from './flunder-resources.js'

/** Settings of the server, and the namespaces in which objects may be created; all where absent. */
export interface WardleOptions extends Omit<GroupServerOptions, 'scheme' | 'resources' | 'admission'> {
  readonly namespaces?: KnownNamespaces
}

/** Starts a server of the group wardle.example.com; it listens nowhere yet. */
export async function startWardle({ namespaces, ...options }: WardleOptions = {}): Promise<GroupServer> {
  const scheme = wardleScheme()
  // The plugin reads through the server, which is made after it.
  const loopback = new Loopback()
  return GroupServer.start({
    ...options,
    loopback,
    scheme,
    resources: flunderResources(scheme),
    admission: [...(namespaces ? [namespaceLifecycle(namespaces)] : []), banFlunder(loopback.client())],
  })
}
