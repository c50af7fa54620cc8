import { ConfigError } from '../config/config-error.js'
import { credentialsFor } from '../config/credentials-for.js'
import type { RESTConfig } from '../config/rest-config.js'
import { TLSMaterialSource } from '../config/tls-material.js'
import { AuthenticatingTransport } from './authenticating-transport.js'
import { NodeTransport, type NodeTransportOptions } from './node-transport.js'
import { type Environment, parseProxy, proxyFromEnvironment } from './proxy.js'
import type { Transport } from './transport.js'

/** Options of {@link transportFor} besides the configuration. */
export type TransportForOptions = Pick<NodeTransportOptions, 'protocol' | 'connectTimeoutMilliseconds' | 'watchdog'> & {
  /** Where proxies and the variables of exec plugins are looked up. Default: those of the process. */
  readonly environment?: Environment | undefined
}

/** The transport of a configuration, for Node. @throws ConfigError */
export function transportFor(config: RESTConfig, options: TransportForOptions = {}): Transport {
  const { environment = process.env, ...rest } = options
  const server = serverURL(config.host, config.tls !== undefined)
  const credentials = credentialsFor(config, environment)
  const tls = new TLSMaterialSource(config.tls, () => credentials.certificate?.())
  const inner = new NodeTransport({
    ...rest,
    server,
    tls,
    proxy: proxyOf(config, server, environment),
    compression: config.disableCompression !== true,
  })
  return new AuthenticatingTransport(inner, credentials, config.impersonate)
}

function proxyOf({ proxyURL }: RESTConfig, server: URL, environment: Environment): URL | undefined {
  if (proxyURL === undefined || proxyURL === '') return proxyFromEnvironment(server, environment)
  try {
    return parseProxy(proxyURL)
  } catch (cause) {
    throw new ConfigError(`invalid proxy URL ${JSON.stringify(proxyURL)}`, { field: 'proxy-url', cause })
  }
}

/** An address may lack its scheme, as in Go: then TLS settings decide. @throws ConfigError */
function serverURL(host: string, hasTLS: boolean): URL {
  const text = host === '' ? 'localhost' : host
  const whole = /^[a-z]+:\/\//i.test(text) ? text : `${hasTLS ? 'https' : 'http'}://${text}`
  try {
    const url = new URL(whole)
    if (url.protocol === 'http:' || url.protocol === 'https:') return url
  } catch (cause) {
    throw new ConfigError(`host must be a URL or a host:port pair: ${JSON.stringify(host)}`, { field: 'server', cause })
  }
  throw new ConfigError(`host must be a URL with scheme http or https: ${JSON.stringify(host)}`, { field: 'server' })
}
