import { readFileSync } from 'node:fs'
import type { KubeConfig } from '@apimachinery/client'
import { AdmissionError } from '../admission-error.js'

/** Credentials for a webhook. */
export interface HookCredential {
  readonly cert?: Buffer | undefined
  readonly key?: Buffer | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The credential for a webhook by its `host:port`; undefined for none. */
export type HookCredentials = (host: string) => HookCredential | undefined

type Entry = Readonly<Record<string, unknown>>

/**
 * Credentials by the users of a kubeconfig, whose names select webhooks: `host:port`, `host` for port 443, `*.suffix` of
 * either, `*` for all; otherwise the user of the current context. Files are read at each call.
 *
 * Source: `NewDefaultAuthenticationInfoResolver` of k8s.io/apiserver/pkg/util/webhook.
 * @throws AdmissionError for users with credential plugins, when they are used.
 */
export function hookCredentials(config: KubeConfig): HookCredentials {
  const userOf = (name: string): Entry | undefined => config.entry('users', name)
  const context = config.entry('contexts', config.currentContext)
  const fallback = userOf('*') ?? userOf(String(context?.user ?? ''))
  return (host) => {
    const user = named(withPort(host), userOf) ?? fallback
    return user === undefined ? undefined : credentialOf(user)
  }
}

function withPort(host: string): string {
  return /:\d+$/.test(host) ? host : `${host}:443`
}

function named(target: string, userOf: (name: string) => Entry | undefined): Entry | undefined {
  const steps = (text: string): string[] => {
    const parts = text.split('.')
    return [text, ...parts.slice(1).map((_, index) => `*.${parts.slice(index + 1).join('.')}`)]
  }
  const names = steps(target)
  if (target.endsWith(':443')) names.push(...steps(target.slice(0, -':443'.length)))
  for (const name of names) {
    const user = userOf(name)
    if (user !== undefined) return user
  }
  return undefined
}

function credentialOf(user: Entry): HookCredential {
  if (user.exec !== undefined) throw new AdmissionError('credentials of webhooks cannot come from plugins')
  if (user['auth-provider'] !== undefined) throw new AdmissionError('auth provider not supported')
  const cert = fileOrData(user, 'client-certificate')
  const key = fileOrData(user, 'client-key')
  const authorization = authorizationOf(user)
  return {
    ...(cert !== undefined && key !== undefined && { cert, key }),
    ...(authorization !== undefined && { headers: { authorization } }),
  }
}

function fileOrData(user: Entry, name: string): Buffer | undefined {
  const data = user[`${name}-data`]
  if (typeof data === 'string' && data !== '') return Buffer.from(data, 'base64')
  const path = user[name]
  return typeof path === 'string' && path !== '' ? readFileSync(path) : undefined
}

function authorizationOf({ token, tokenFile, username, password }: Entry): string | undefined {
  if (typeof tokenFile === 'string' && tokenFile !== '') return `Bearer ${readFileSync(tokenFile, 'utf8').trim()}`
  if (typeof token === 'string' && token !== '') return `Bearer ${token}`
  if (!username && !password) return undefined
  return `Basic ${Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')}`
}
