import { accessSync, constants } from 'node:fs'
import type { JSONObject } from 'apimachinery/json'
import { isDNS1123Label } from 'apimachinery/validation'
import type { KubeConfigEntry } from './context-source.js'

/** Finds what is wrong with a context, its user and its cluster; texts are client-go's. */
export interface ContextParts {
  readonly contextName: string
  /** Undefined where none is needed. */
  readonly context: JSONObject | undefined
  readonly userName: string
  readonly user: JSONObject | undefined
  readonly clusterName: string
  readonly cluster: JSONObject | undefined
}

/** One thing that is wrong. */
export interface ContextProblem {
  readonly field: string
  readonly message: string
}

export function validateContext(parts: ContextParts): ContextProblem[] {
  const { context, userName, user, clusterName, cluster } = parts
  const problems = context === undefined ? [] : problemsOfContext({ ...parts, context })
  return [...problems, ...validateUser(userName, user ?? {}), ...validateCluster(clusterName, cluster ?? {})]
}

function problemsOfContext(parts: ContextParts & { readonly context: JSONObject }): ContextProblem[] {
  const { contextName, context, userName, user, clusterName, cluster } = parts
  const problems: ContextProblem[] = []
  const add = (field: string, message: string): void => void problems.push({ field, message })
  const name = JSON.stringify(contextName)
  const field = `contexts[${name}]`
  if (userName === '') add(`${field}.user`, `user was not specified for context ${name}`)
  else if (user === undefined)
    add(`${field}.user`, `user ${JSON.stringify(userName)} was not found for context ${name}`)
  if (clusterName === '') add(`${field}.cluster`, `cluster was not specified for context ${name}`)
  else if (cluster === undefined) {
    add(`${field}.cluster`, `cluster ${JSON.stringify(clusterName)} was not found for context ${name}`)
  }
  const namespace = text(context, 'namespace')
  if (namespace !== '' && isDNS1123Label(namespace).length > 0) {
    const message = `namespace ${JSON.stringify(namespace)} for context ${name} does not conform to the kubernetes DNS_LABEL rules`
    add(`${field}.namespace`, message)
  }
  return problems
}

function validateUser(name: string, user: JSONObject): ContextProblem[] {
  const problems: ContextProblem[] = []
  const field = `users[${JSON.stringify(name)}]`
  const add = (part: string, message: string): void => void problems.push({ field: `${field}.${part}`, message })
  const has = (key: string): boolean => text(user, key) !== ''
  if (has('client-certificate') || has('client-certificate-data')) {
    if (has('client-certificate') && has('client-certificate-data')) {
      const message = `client-cert-data and client-cert are both specified for ${name}. client-cert-data will override.`
      add('client-certificate-data', message)
    }
    if (has('client-key') && has('client-key-data')) {
      const message = `client-key-data and client-key are both specified for ${name}; client-key-data will override`
      add('client-key-data', message)
    }
    if (!has('client-key') && !has('client-key-data')) {
      const message = `client-key-data or client-key must be specified for ${name} to use the clientCert authentication method.`
      add('client-key', message)
    }
    for (const [key, word] of [['client-certificate', 'client-cert'] as const, ['client-key', 'client-key'] as const]) {
      const problem = unreadable(text(user, key))
      if (problem !== undefined) add(key, `unable to read ${word} ${text(user, key)} for ${name} due to ${problem}`)
    }
  }
  problems.push(...validateExec(name, user, field))
  const methods = [...(has('token') ? ['token'] : []), ...(has('username') || has('password') ? ['basicAuth'] : [])]
  if (methods.length > 1) {
    const message = `more than one authentication method found for ${name}; found [${methods.join(' ')}], only one is allowed`
    add('token', message)
  }
  if (!has('as') && ['as-uid', 'as-groups', 'as-user-extra'].some((key) => isFilled(user[key]))) {
    add('as', `requesting uid, groups or user-extra for ${name} without impersonating a user`)
  }
  return problems
}

function validateExec(name: string, user: JSONObject, field: string): ContextProblem[] {
  const exec = user.exec as JSONObject | undefined | null
  if (exec === undefined || exec === null) return []
  const problems: ContextProblem[] = []
  const add = (part: string, message: string): void => void problems.push({ field: `${field}.exec.${part}`, message })
  const needed = (what: string): string => `${what} must be specified for ${name} to use exec authentication plugin`
  if (user['auth-provider'] !== undefined && user['auth-provider'] !== null) {
    add('command', `authProvider cannot be provided in combination with an exec plugin for ${name}`)
  }
  if (text(exec, 'command') === '') add('command', needed('command'))
  if (text(exec, 'apiVersion') === '') add('apiVersion', needed('apiVersion'))
  for (const each of (exec.env ?? []) as JSONObject[]) {
    if (text(each, 'name') === '') add('env', needed('env variable name'))
  }
  const mode = text(exec, 'interactiveMode')
  // v1beta1 has no such field in old files: it was optional there and means IfAvailable.
  if (mode === '' && text(exec, 'apiVersion') === 'client.authentication.k8s.io/v1') {
    add('interactiveMode', needed('interactiveMode'))
  } else if (!['', 'Never', 'IfAvailable', 'Always'].includes(mode)) {
    add('interactiveMode', `invalid interactiveMode for ${name}: ${JSON.stringify(mode)}`)
  }
  return problems
}

function validateCluster(name: string, cluster: JSONObject): ContextProblem[] {
  const field = `clusters[${JSON.stringify(name)}]`
  if (Object.keys(cluster).length === 0) return [{ field, message: 'cluster has no server defined' }]
  const problems: ContextProblem[] = []
  const add = (part: string, message: string): void => void problems.push({ field: `${field}.${part}`, message })
  if (text(cluster, 'server') === '') {
    const missing = `no server found for cluster ${JSON.stringify(name)}`
    add('server', name === '' ? 'default cluster has no server defined' : missing)
  }
  const proxy = text(cluster, 'proxy-url')
  if (proxy !== '' && !/^(https?|socks5h?):\/\/[^/]/i.test(proxy)) {
    const why = 'unsupported scheme, must be http, https, or socks5'
    add('proxy-url', `invalid 'proxy-url' ${JSON.stringify(proxy)} for cluster ${JSON.stringify(name)}: ${why}`)
  }
  const file = text(cluster, 'certificate-authority')
  if (file !== '' && text(cluster, 'certificate-authority-data') !== '') {
    const both = 'certificate-authority-data and certificate-authority are both specified for'
    add('certificate-authority', `${both} ${name}. certificate-authority-data will override.`)
  }
  const problem = unreadable(file)
  if (problem !== undefined) {
    add('certificate-authority', `unable to read certificate-authority ${file} for ${name} due to ${problem}`)
  }
  return problems
}

function unreadable(path: string): string | undefined {
  if (path === '') return undefined
  try {
    accessSync(path, constants.R_OK)
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return `open ${path}: ${code === 'ENOENT' ? 'no such file or directory' : code === 'EACCES' ? 'permission denied' : code}`
  }
}

/** A field of text; empty where it is absent. */
export function text(entry: KubeConfigEntry, key: string): string {
  const value = Object.hasOwn(entry, key) ? entry[key] : undefined
  return typeof value === 'string' ? value : ''
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : value !== undefined && value !== null && value !== ''
}
