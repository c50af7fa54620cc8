import { resolve } from 'node:path'
import { Client } from '../client/client.js'
import { loadConfig } from '../config/load-config.js'
import type { RESTConfig } from '../config/rest-config.js'
import { DiskResponseCache } from '../discovery/disk-response-cache.js'
import { DiskDiscoveryStore } from '../discovery/disk-store.js'
import { deduplicatedWarnings } from '../rest/warnings.js'
import { transportFor } from '../transport/transport-for.js'
import type { CommandIO } from './command-io.js'
import { UsageError } from './usage-error.js'

/** Options of every verb that sends requests to a server. */
export const globalOptions = {
  kubeconfig: { type: 'string' },
  context: { type: 'string' },
  cluster: { type: 'string' },
  user: { type: 'string' },
  namespace: { type: 'string', short: 'n' },
  server: { type: 'string', short: 's' },
  token: { type: 'string' },
  'certificate-authority': { type: 'string' },
  'insecure-skip-tls-verify': { type: 'boolean' },
  'tls-server-name': { type: 'string' },
  as: { type: 'string' },
  'as-uid': { type: 'string' },
  'as-group': { type: 'string', multiple: true },
  'request-timeout': { type: 'string' },
  'cache-dir': { type: 'string' },
} as const

/** Help for them. */
export const globalHelp = `      --kubeconfig FILE, --context NAME, --cluster NAME, --user NAME, -n, --namespace NAME
      -s, --server URL, --token TOKEN, --certificate-authority FILE, --tls-server-name NAME, --insecure-skip-tls-verify
      --as USER, --as-uid UID, --as-group GROUP, --request-timeout DURATION, --cache-dir FOLDER`

/** The values of {@link globalOptions}. */
export interface GlobalValues {
  readonly kubeconfig?: string | undefined
  readonly context?: string | undefined
  readonly cluster?: string | undefined
  readonly user?: string | undefined
  readonly namespace?: string | undefined
  readonly server?: string | undefined
  readonly token?: string | undefined
  readonly 'certificate-authority'?: string | undefined
  readonly 'insecure-skip-tls-verify'?: boolean | undefined
  readonly 'tls-server-name'?: string | undefined
  readonly as?: string | undefined
  readonly 'as-uid'?: string | undefined
  readonly 'as-group'?: string[] | undefined
  readonly 'request-timeout'?: string | undefined
  readonly 'cache-dir'?: string | undefined
}

/** A client, and the namespace that is meant. */
export interface Session {
  readonly client: Client
  readonly namespace: string
  /** The namespace was named by an option. */
  readonly enforceNamespace: boolean
}

/** Connects to the server that options, kubeconfig or pod name. @throws ConfigError, UsageError */
export async function connect(values: GlobalValues, io: CommandIO): Promise<Session> {
  const config = await configOf(values, io)
  const timeout = values['request-timeout']
  const folder = values['cache-dir']
  const client = Client.from({
    transport: transportFor(config, { environment: io.environment }),
    namespace: config.namespace,
    discoveryCache: {
      cache: new DiskResponseCache(folder === undefined ? undefined : resolve(io.cwd, folder, 'http')),
      host: config.host,
    },
    discoveryStore: new DiskDiscoveryStore({
      host: config.host,
      folder: folder === undefined ? undefined : resolve(io.cwd, folder, 'discovery'),
    }),
    userAgent: 'apimachinery-client',
    onWarning: deduplicatedWarnings(({ text }) => io.warn(`Warning: ${text}`)),
    timeoutMilliseconds: timeout === undefined || timeout === '0' ? undefined : parseDuration(timeout),
  })
  const namespace = values.namespace ?? config.namespace ?? 'default'
  return { client, namespace, enforceNamespace: values.namespace !== undefined }
}

/** The configuration with what the options say instead, by client-go's rules. */
function configOf(values: GlobalValues, io: CommandIO): Promise<RESTConfig> {
  const { kubeconfig, context, cluster, user, server, token } = values
  const authority = values['certificate-authority']
  const clusterInfo = {
    server,
    'tls-server-name': values['tls-server-name'],
    'insecure-skip-tls-verify': values['insecure-skip-tls-verify'],
    'certificate-authority': authority === undefined ? undefined : resolve(io.cwd, authority),
  }
  const authInfo = { token, as: values.as, 'as-uid': values['as-uid'], 'as-groups': values['as-group'] }
  return loadConfig({
    ...definedOnly({ context, cluster, user }),
    clusterInfo,
    authInfo,
    file: kubeconfig === undefined ? undefined : resolve(io.cwd, kubeconfig),
    environment: io.environment,
  })
}

function definedOnly<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Milliseconds of `30s`, `1m30s`, or a number of seconds. @throws UsageError */
export function parseDuration(text: string): number {
  if (/^-?\d+$/.test(text)) return Number(text) * 1000
  const [, sign = '', body = ''] = /^(-?)((?:\d+(?:\.\d+)?(?:ms|s|m|h))+)$/.exec(text) ?? []
  if (body === '') throw new UsageError(`invalid duration ${JSON.stringify(text)}`)
  let sum = 0
  for (const [, number = '0', unit = 's'] of body.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    sum += Number(number) * (units[unit] ?? 0)
  }
  return sign === '-' ? -sum : sum
}
