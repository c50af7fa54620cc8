import { dirname, isAbsolute, resolve } from 'node:path'
import type { JSONObject } from 'apimachinery/json'
import { ConfigError } from './config-error.js'
import type { ContextOverrides, ContextSource } from './context-source.js'
import { overriddenCluster, overriddenUser } from './overridden-entries.js'
import type { AuthProviderConfig, ExecConfig, ImpersonationConfig, RESTConfig, TLSConfig } from './rest-config.js'
import { text, validateContext } from './validate-context.js'

const execExtension = 'client.authentication.k8s.io/exec'

/** The client configuration of a context of a kubeconfig. @throws ConfigError */
export function restConfigOf(config: ContextSource, overrides: ContextOverrides): RESTConfig {
  const isNamed = Boolean(overrides.clusterInfo?.server)
  if (config.empty && !isNamed) {
    const file = config.files.map(({ path, isMissing }) => (isMissing ? `${path} (no such file)` : path)).join(', ')
    throw new ConfigError(
      'invalid configuration: no configuration has been provided, try setting KUBERNETES_MASTER environment variable',
      { file: file || undefined },
    )
  }
  const contextName = overrides.context ?? config.currentContext
  if (contextName === '' && !isNamed)
    throw new ConfigError('invalid configuration: no context chosen', { file: config.files[0]?.path })
  const found = config.entry('contexts', contextName)
  if (found === undefined && contextName !== '') {
    const message = `invalid configuration: context was not found for specified context: ${contextName}`
    throw new ConfigError(message, { file: config.files.map(({ path }) => path).join(', ') || undefined })
  }
  const context = found ?? {}
  const userName = overrides.user ?? text(context, 'user')
  const clusterName = overrides.cluster ?? text(context, 'cluster')
  const ownUser = withPaths(config.entry('users', userName), config.originOf('users', userName), userPaths)
  const user = overriddenUser(ownUser, overrides.authInfo)
  const ownCluster = withPaths(
    config.entry('clusters', clusterName),
    config.originOf('clusters', clusterName),
    clusterPaths,
  )
  const cluster = overriddenCluster(ownCluster, overrides.clusterInfo)
  const parts = { contextName, context: found, userName, user, clusterName, cluster }
  const [problem, ...more] = validateContext(parts)
  if (problem !== undefined) {
    const messages = [problem, ...more].map(({ message }) => message)
    const all = messages.length === 1 ? messages[0] : `[${messages.join(', ')}]`
    const file = config.originOf('contexts', contextName)
    throw new ConfigError(`invalid configuration: ${all}`, { file, context: contextName, field: problem.field })
  }
  return {
    ...serverPart(cluster ?? {}),
    ...userPart(user ?? {}, cluster ?? {}, { config, userName }),
    namespace: overrides.namespace ?? (text(context, 'namespace') || undefined),
    identity: identityOf({ userName, contextName, file: config.originOf('users', userName) }),
  }
}

function identityOf(parts: {
  readonly userName: string
  readonly contextName: string
  readonly file: string | undefined
}): string | undefined {
  const { userName, contextName, file } = parts
  const who = userName === '' ? 'nobody, because no user is named' : `user ${JSON.stringify(userName)}`
  if (contextName === '') return userName === '' ? undefined : who
  return `${who} of context ${JSON.stringify(contextName)}${file === undefined ? '' : ` in ${file}`}`
}

const userPaths = ['client-certificate', 'client-key', 'tokenFile']
const clusterPaths = ['certificate-authority']

/** Paths are relative to their file. */
function withPaths(
  entry: JSONObject | undefined,
  file: string | undefined,
  fields: readonly string[],
): JSONObject | undefined {
  if (entry === undefined || file === undefined) return entry
  for (const field of fields) {
    const path = text(entry, field)
    if (path !== '' && !isAbsolute(path)) entry[field] = resolve(dirname(file), path)
  }
  return entry
}

function serverPart(cluster: JSONObject): Pick<RESTConfig, 'host' | 'proxyURL' | 'disableCompression'> {
  return {
    host: text(cluster, 'server'),
    proxyURL: text(cluster, 'proxy-url') || undefined,
    disableCompression: cluster['disable-compression'] === true,
  }
}

function userPart(
  user: JSONObject,
  cluster: JSONObject,
  { config, userName }: { readonly config: ContextSource; readonly userName: string },
): Omit<RESTConfig, 'host' | 'namespace'> {
  const impersonate = impersonation(user)
  // Credentials go over TLS only, as in client-go.
  if (/^http:\/\//i.test(text(cluster, 'server'))) return { impersonate }
  return {
    impersonate,
    tls: tlsPart(user, cluster),
    bearerToken: text(user, 'token') || undefined,
    bearerTokenFile: text(user, 'tokenFile') || undefined,
    username: text(user, 'username') || undefined,
    password: text(user, 'password') || undefined,
    exec: execPart(user, cluster, config.originOf('users', userName)),
    authProvider: providerPart(user, config, userName),
  }
}

function tlsPart(user: JSONObject, cluster: JSONObject): TLSConfig {
  return {
    caData: bytes(cluster, 'certificate-authority-data'),
    caFile: text(cluster, 'certificate-authority') || undefined,
    certData: bytes(user, 'client-certificate-data'),
    certFile: text(user, 'client-certificate') || undefined,
    keyData: bytes(user, 'client-key-data'),
    keyFile: text(user, 'client-key') || undefined,
    serverName: text(cluster, 'tls-server-name') || undefined,
    insecure: cluster['insecure-skip-tls-verify'] === true,
  }
}

function bytes(entry: JSONObject, key: string): Uint8Array | undefined {
  const value = text(entry, key)
  return value === '' ? undefined : new Uint8Array(Buffer.from(value, 'base64'))
}

function impersonation(user: JSONObject): ImpersonationConfig | undefined {
  const userName = text(user, 'as')
  if (userName === '') return undefined
  const groups = (user['as-groups'] ?? []) as unknown as string[]
  const extra = (user['as-user-extra'] ?? {}) as unknown as Record<string, string[]>
  return { userName, uid: text(user, 'as-uid') || undefined, groups, extra }
}

function execPart(user: JSONObject, cluster: JSONObject, file: string | undefined): ExecConfig | undefined {
  const exec = user.exec as JSONObject | undefined | null
  if (exec === undefined || exec === null) return undefined
  const extensions = (cluster.extensions ?? []) as { name?: string; extension?: unknown }[]
  return {
    apiVersion: text(exec, 'apiVersion'),
    command: text(exec, 'command'),
    args: (exec.args ?? []) as unknown as string[],
    env: (exec.env ?? []) as unknown as { name: string; value: string }[],
    installHint: text(exec, 'installHint') || undefined,
    provideClusterInfo: exec.provideClusterInfo === true,
    interactiveMode: (text(exec, 'interactiveMode') || 'IfAvailable') as 'IfAvailable',
    clusterConfig: extensions.find(({ name }) => name === execExtension)?.extension,
    directory: file === undefined ? undefined : dirname(file),
  }
}

function providerPart(user: JSONObject, config: ContextSource, userName: string): AuthProviderConfig | undefined {
  const provider = user['auth-provider'] as JSONObject | undefined | null
  if (provider === undefined || provider === null) return undefined
  const persist = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    config.setUser(userName, { 'auth-provider': { ...provider, config: { ...fields } } })
    await config.save()
  }
  const fields = (provider.config ?? {}) as unknown as Record<string, string>
  return { name: text(provider, 'name'), config: fields, persist }
}
