import { CertificateError } from '../certificates/verify-certificate.js'
import { headerValues } from '../request/header-values.js'
import type { ServerRequest } from '../request/http.js'
import type { Authentication, Authenticator } from './authenticator.js'
import type { CertificateAuthorities } from './certificate-authorities.js'
import { PeerVerifier, type VerifiedCertificate } from './peer-verifier.js'

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
 * Accepts the user in header fields of a front proxy, by its client certificate. Throws for a certificate of another authority, or with
 * another name: the union of authenticators continues, and a request with an unknown certificate is not anonymous.
 *
 * Source: k8s.io/apiserver/pkg/authentication/request/headerrequest.
 */
export function requestHeaderAuthenticator(options: RequestHeaderOptions): Authenticator {
  const verifier = new PeerVerifier(options.authorities, (proxy) => checkName(proxy, options.allowedNames))
  const { usernameHeaders, uidHeaders, groupHeaders, extraHeaderPrefixes } = options
  const read = { names: [...usernameHeaders, ...uidHeaders, ...groupHeaders], prefixes: extraHeaderPrefixes }
  return {
    async authenticate(request: ServerRequest): Promise<Authentication | undefined> {
      request.proxyHeaders = [...(request.proxyHeaders ?? []), read]
      const peer = request.peerCertificate
      if (peer === undefined) return undefined
      await verifier.find(peer)
      const name = firstValue(request, options.usernameHeaders)
      if (name === '') return undefined
      return {
        user: {
          name,
          uid: firstValue(request, options.uidHeaders),
          groups: options.groupHeaders.flatMap((header) => nonEmptyValues(request, header)),
          extra: extraOf(request, options.extraHeaderPrefixes),
        },
      }
    },
  }
}

function checkName({ subject }: VerifiedCertificate, allowed: readonly string[]): void {
  if (allowed.length === 0) return
  const name = subject('2.5.4.3').at(-1) ?? ''
  if (!allowed.includes(name)) throw new CertificateError(`subject with cn=${name} is not in the allowed list`)
}

function nonEmptyValues(request: ServerRequest, header: string): string[] {
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
      // Several header fields may have one key.
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
