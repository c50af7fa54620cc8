import { ConfigError } from '../config/config-error.js'
import type { TLSConfig } from '../config/rest-config.js'

/**
 * The address of a server. One may lack its scheme, as in Go: then certificates decide whether it is https, and a path needs the
 * scheme before it. @throws ConfigError
 */
export function serverURL(host: string, tls: TLSConfig | undefined): URL {
  const text = host === '' ? 'localhost' : host
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const whole = hasScheme ? text : `${hasCertificates(tls) ? 'https' : 'http'}://${text}`
  const problem = `host must be a URL or a host:port pair: ${JSON.stringify(host)}`
  let url: URL
  try {
    url = new URL(whole)
  } catch (cause) {
    throw new ConfigError(problem, { field: 'server', cause })
  }
  if (!hasScheme && url.pathname !== '/') throw new ConfigError(problem, { field: 'server' })
  if (url.protocol === 'http:' || url.protocol === 'https:') return url
  throw new ConfigError(`host must be a URL with scheme http or https: ${JSON.stringify(host)}`, { field: 'server' })
}

/** Whether anything says that the server has certificates, or wants one. */
function hasCertificates({ caData, caFile, certData, certFile, insecure }: TLSConfig = {}): boolean {
  return insecure === true || [caData?.length, caFile, certData?.length, certFile].some((each) => Boolean(each))
}
