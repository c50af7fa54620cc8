import { ConfigError } from '../config/config-error.js'
import { credentialsFor } from '../config/credentials-for.js'
import type { ExecHooks } from '../config/exec-hooks.js'
import type { RESTConfig } from '../config/rest-config.js'
import { TLSMaterialSource } from '../config/tls-material.js'
import { AuthenticatingTransport } from './authenticating-transport.js'
import { NodeTransport, type NodeTransportOptions } from './node-transport.js'
import { type Environment, parseProxy, proxyFromEnvironment } from './proxy.js'
import { serverURL } from './server-url.js'
import type { Transport } from './transport.js'

/** Options of {@link transportFor} besides the configuration. */
export type TransportForOptions = Pick<NodeTransportOptions, 'protocol' | 'connectTimeoutMilliseconds' | 'watchdog'> & {
  /** Where proxies and the variables of exec plugins are looked up. Default: those of the process. */
  readonly environment?: Environment | undefined
  /** Observes exec plugins. */
  readonly execHooks?: ExecHooks | undefined
}

/** The transport of a configuration, for Node. @throws ConfigError */
export function transportFor(config: RESTConfig, options: TransportForOptions = {}): Transport {
  const { environment = process.env, execHooks, ...rest } = options
  const server = serverURL(config.host, config.tls)
  const credentials = credentialsFor(config, environment, execHooks)
  const tls = new TLSMaterialSource(config.tls, () => credentials.certificate?.())
  const inner = new NodeTransport({
    ...rest,
    server,
    tls,
    proxy: proxyOf(config, server, environment),
    compression: config.disableCompression !== true,
  })
  return new AuthenticatingTransport(inner, credentials, config)
}

function proxyOf({ proxyURL }: RESTConfig, server: URL, environment: Environment): URL | undefined {
  if (proxyURL === undefined || proxyURL === '') return proxyFromEnvironment(server, environment)
  try {
    return parseProxy(proxyURL)
  } catch (cause) {
    throw new ConfigError(`invalid proxy URL ${JSON.stringify(proxyURL)}`, { field: 'proxy-url', cause })
  }
}
