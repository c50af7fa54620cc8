import type { Client } from '@apimachinery/client'
import { ConfigMap } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import { ensure } from './ensure.js'

const namespace = 'kube-system'

/** What extension servers verify their clients with: PEM, and the headers of a proxy that speaks for its clients. */
export interface ClusterAuthenticationInfo {
  readonly clientCA?: string | undefined
  readonly requestHeader?:
    | {
        readonly clientCA: string
        readonly allowedNames: readonly string[]
        readonly usernameHeaders: readonly string[]
        readonly groupHeaders: readonly string[]
        readonly extraHeaderPrefixes: readonly string[]
        readonly uidHeaders?: readonly string[]
      }
    | undefined
}

/**
 * Publishes what extension servers verify their clients with; certificates of other servers are kept.
 *
 * Source: pkg/controlplane/controller/clusterauthenticationtrust of Kubernetes.
 */
export async function publishAuthenticationInfo(client: Client, info: ClusterAuthenticationInfo): Promise<void> {
  const name = 'extension-apiserver-authentication'
  const configMaps = client.resource(ConfigMap).namespace(namespace)
  const found = await configMaps.get(name).catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })
  const before = found?.data ?? {}
  const data: Record<string, string> = { ...before, ...dataOf(info, before) }
  if (found === undefined) {
    await ensure(configMaps, new ConfigMap({ metadata: { name, namespace }, data }))
    return
  }
  if (Object.keys(data).every((key) => data[key] === before[key])) return
  found.data = data
  await configMaps.update(found)
}

function dataOf(
  { clientCA, requestHeader }: ClusterAuthenticationInfo,
  before: Readonly<Record<string, string>>,
): Record<string, string> {
  const list = (key: string, values: readonly string[]): string => JSON.stringify(joined(before[key], values))
  return {
    ...(clientCA !== undefined && { 'client-ca-file': joinedPEM(before['client-ca-file'], clientCA) }),
    ...(requestHeader !== undefined && {
      'requestheader-client-ca-file': joinedPEM(before['requestheader-client-ca-file'], requestHeader.clientCA),
      'requestheader-username-headers': list('requestheader-username-headers', requestHeader.usernameHeaders),
      'requestheader-group-headers': list('requestheader-group-headers', requestHeader.groupHeaders),
      'requestheader-extra-headers-prefix': list(
        'requestheader-extra-headers-prefix',
        requestHeader.extraHeaderPrefixes,
      ),
      'requestheader-allowed-names': list('requestheader-allowed-names', requestHeader.allowedNames),
      ...(requestHeader.uidHeaders !== undefined &&
        requestHeader.uidHeaders.length > 0 && {
          'requestheader-uid-headers': list('requestheader-uid-headers', requestHeader.uidHeaders),
        }),
    }),
  }
}

function joined(before: string | undefined, values: readonly string[]): readonly string[] {
  const known = before === undefined ? [] : (JSON.parse(before) as string[])
  return [...new Set([...known, ...values])]
}

function joinedPEM(before: string | undefined, added: string): string {
  const blocks = (text: string): string[] =>
    (text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []).map((block) => `${block}\n`)
  return [...new Set([...blocks(before ?? ''), ...blocks(added)])].join('')
}

/**
 * Says since when the use of tokens in secrets is counted.
 *
 * Source: pkg/controlplane/controller/legacytokentracking of Kubernetes.
 */
export async function ensureLegacyTokenTracking(client: Client, now: Date): Promise<void> {
  const name = 'kube-apiserver-legacy-service-account-token-tracking'
  const configMaps = client.resource(ConfigMap).namespace(namespace)
  const since = now.toISOString().slice(0, 10)
  if (await ensure(configMaps, new ConfigMap({ metadata: { name, namespace }, data: { since } }))) return
  const found = await configMaps.get(name)
  if (/^\d{4}-\d{2}-\d{2}$/.test(found.data?.since ?? '')) return
  found.data = { ...found.data, since }
  await configMaps.update(found)
}
