import { Ingress } from 'apimachinery/api/networking/v1'
import { UsageError } from '../usage-error.js'
import { type CreateRequest, type Creator, keyAndValue, metadataFor } from './creator.js'

interface Rule {
  readonly host: string
  readonly path: { readonly path: string; readonly pathType: string; readonly backend: object }
  /** Name of the secret; empty for the controller's own; undefined without TLS. */
  readonly tls: string | undefined
}

/** `create ingress`. */
export const ingress: Creator = {
  usage:
    'ingress NAME --rule=HOST/PATH=SERVICE:PORT[,tls[=SECRET]]… [--default-backend=SERVICE:PORT] [--class=NAME] [--annotation=KEY=VALUE]…',
  options: {
    rule: { type: 'string', multiple: true },
    'default-backend': { type: 'string' },
    class: { type: 'string' },
    annotation: { type: 'string', multiple: true },
  },
  async make(request) {
    const { values } = request
    const fallback = values.text('default-backend')
    if (!values.has('rule') && fallback === '')
      throw new UsageError(
        'not enough information provided: every ingress has to either specify a default-backend (which catches all traffic) or a list of rules (which catch specific paths)',
      )
    const rules = values.each('rule').map(readRule)
    const tls = tlsOf(rules)
    return new Ingress({
      metadata: { ...metadataFor(request), ...annotationsOf(request) },
      spec: {
        ...(values.has('class') && { ingressClassName: values.text('class') }),
        ...(fallback !== '' && { defaultBackend: backendOf(fallback) }),
        ...(rules.length > 0 && { rules: byHost(rules) }),
        ...(tls.length > 0 && { tls }),
      },
    })
  },
}

/** `HOST/PATH=SERVICE:PORT,tls=SECRET`. @throws UsageError */
function readRule(text: string): Rule {
  const [address, behind = ''] = keyAndValue(text)
  const [service = '', ...options] = behind.split(',')
  const slash = address.indexOf('/')
  if (slash < 0 || !/^[^:]+:[^:]+$/.test(service)) {
    throw new UsageError(`rule ${text} is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]`)
  }
  const path = address.slice(slash)
  const isPrefix = path.endsWith('*')
  const option = options.find((each) => each === 'tls' || each.startsWith('tls='))
  return {
    host: address.slice(0, slash),
    path: {
      path: isPrefix ? path.slice(0, -1) : path,
      pathType: isPrefix ? 'Prefix' : 'Exact',
      backend: backendOf(service),
    },
    tls: option === undefined ? undefined : option.slice('tls='.length),
  }
}

function backendOf(text: string): { service: { name: string; port: { number?: number; name?: string } } } {
  const [name = '', port, ...more] = text.split(':')
  if (name === '' || port === undefined || port === '' || more.length > 0) {
    throw new UsageError(`default-backend should be in format servicename:serviceport`)
  }
  return { service: { name, port: /^\d+$/.test(port) ? { number: Number(port) } : { name: port } } }
}

/** The paths of each host together, in the order in which hosts were named first. */
function byHost(rules: readonly Rule[]): { host?: string; http: { paths: Rule['path'][] } }[] {
  const hosts = new Map<string, Rule['path'][]>()
  for (const { host, path } of rules) hosts.set(host, [...(hosts.get(host) ?? []), path])
  return [...hosts].map(([host, paths]) => ({ ...(host !== '' && { host }), http: { paths } }))
}

/** The hosts of each secret together. */
function tlsOf(rules: readonly Rule[]): { hosts?: string[]; secretName?: string }[] {
  const secrets = new Map<string, Set<string>>()
  for (const { host, tls } of rules) {
    if (tls === undefined) continue
    const hosts = secrets.get(tls) ?? new Set()
    if (host !== '') hosts.add(host)
    secrets.set(tls, hosts)
  }
  return [...secrets]
    .map(([secretName, hosts]) => ({
      ...(hosts.size > 0 && { hosts: [...hosts] }),
      ...(secretName !== '' && { secretName }),
    }))
    .filter((entry) => Object.keys(entry).length > 0)
}

function annotationsOf({ values }: CreateRequest): { annotations?: Record<string, string> } {
  const entries = values.each('annotation').map((text) => {
    const [key, value] = keyAndValue(text)
    if (value === undefined) throw new UsageError(`annotation ${text} is invalid and should be in format key=[value]`)
    return [key, value] as const
  })
  return entries.length > 0 ? { annotations: Object.fromEntries(entries) } : {}
}
