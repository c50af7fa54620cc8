import { GroupServer, type GroupServerOptions } from '@apimachinery/server'
import { wardleScheme } from '../wardle/scheme.js'
import { banFlunder } from './ban-flunder.js'
import { flunderResources } from './flunder-resources.js'

/** Starts a server of the group wardle.example.com; it listens nowhere yet. */
export function startWardle(options: Omit<GroupServerOptions, 'scheme' | 'resources' | 'admission'> = {}): GroupServer {
  const scheme = wardleScheme()
  const server: GroupServer = GroupServer.start({
    ...options,
    scheme,
    resources: flunderResources(scheme),
    admission: [banFlunder(() => server.client())],
  })
  return server
}
