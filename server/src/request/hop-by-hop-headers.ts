/** Headers of one connection, which a proxy does not forward. Source: RFC 9110, 7.6.1, and what HTTP/2 adds. */
export const hopByHopHeaders: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
