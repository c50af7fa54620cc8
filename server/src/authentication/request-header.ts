import type { X509Certificate } from 'node:crypto'
import { headerValues } from '../request/header-values.js'
import type { ServerRequest } from '../request/http.js'
import type { Authentication, Authenticator } from './authenticator.js'
import { type CertificateAuthorities, verifiedLeaf } from './client-certificate.js'

/** Header fields that a trusted front proxy sets. Names in lower case. */
export interface RequestHeaderOptions {
  readonly usernameHeaders: readonly string[]
  readonly uidHeaders: readonly string[]
  readonly groupHeaders: readonly string[]
  readonly extraHeaderPrefixes: readonly string[]
  /** Common names that the proxy's certificate may have; any where empty. */
  readonly allowedNames: readonly string[]
  readonly authorities: CertificateAuthorities
}

/**
 * Accepts the user in header fields of a front proxy, if its client certificate is valid. Throws for a certificate with
 * another name.
 *
 * Source: k8s.io/apiserver/pkg/authentication/request/headerrequest.
 */
export function requestHeaderAuthenticator(options: RequestHeaderOptions): Authenticator {
  return {
    async authenticate(request: ServerRequest): Promise<Authentication | undefined> {
      const peer = request.peerCertificate
      const name = firstValue(request, options.usernameHeaders)
      if (peer === undefined || name === '') return undefined
      const leaf = verifiedLeafOrNone(peer, options)
      if (leaf === undefined) return undefined
      checkName(leaf, options.allowedNames)
      return {
        user: {
          name,
          uid: firstValue(request, options.uidHeaders),
          groups: options.groupHeaders.flatMap((header) => listOf(request, header)),
          extra: extraOf(request, options.extraHeaderPrefixes),
        },
      }
    },
  }
}

/** A certificate of another authority is not an error here: it may be one of a user. */
function verifiedLeafOrNone(
  peer: NonNullable<ServerRequest['peerCertificate']>,
  { authorities }: RequestHeaderOptions,
): X509Certificate | undefined {
  try {
    return verifiedLeaf(peer, authorities)
  } catch {
    return undefined
  }
}

function checkName(leaf: X509Certificate, allowed: readonly string[]): void {
  if (allowed.length === 0) return
  const subject = leaf.toLegacyObject().subject as { CN?: string | string[] }
  const name = Array.isArray(subject.CN) ? (subject.CN.at(-1) ?? '') : (subject.CN ?? '')
  if (!allowed.includes(name)) throw new Error(`x509: subject with cn=${name} is not in the allowed list`)
}

function listOf(request: ServerRequest, header: string): string[] {
  return headerValues(request, header).filter((value) => value !== '')
}

function firstValue(request: ServerRequest, headers: readonly string[]): string {
  for (const header of headers) {
    const [value = ''] = headerValues(request, header)
    if (value !== '') return value
  }
  return ''
}

function extraOf(request: ServerRequest, prefixes: readonly string[]): Record<string, string[]> {
  const extra = new Map<string, string[]>()
  for (const prefix of prefixes) {
    for (const header of Object.keys(request.headers)) {
      if (!header.startsWith(prefix)) continue
      // Several header fields may stand for one key.
      const key = unescapedKey(header.slice(prefix.length))
      extra.set(key, [...(extra.get(key) ?? []), ...headerValues(request, header)])
    }
  }
  return Object.fromEntries(extra)
}

/** Keys of extra fields are percent-encoded where header fields allow fewer characters. */
export function unescapedKey(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}
