/** The parts of a name in the path of a proxy: `name`, `name:port` or `scheme:name:port`. */
export interface SchemeNamePort {
  readonly scheme: string
  readonly name: string
  readonly port: string
}

/** Splits a name; `undefined` for what has another form. Source: `SplitSchemeNamePort` of k8s.io/apimachinery/pkg/util/net. */
export function splitSchemeNamePort(id: string): SchemeNamePort | undefined {
  const parts = id.split(':')
  const [scheme, name = '', port = ''] = parts.length < 3 ? ['', ...parts] : parts
  if (parts.length > 3 || name === '' || !['', 'http', 'https'].includes(scheme ?? '')) return undefined
  return { scheme: scheme ?? '', name, port }
}
