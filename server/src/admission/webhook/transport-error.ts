import { isIP, isIPv6 } from 'node:net'

/** Where a connection was to go. */
export interface Destination {
  readonly hostname: string
  readonly port: number
}

interface SystemError {
  readonly code?: string | undefined
  readonly address?: string | undefined
  readonly port?: number | undefined
  readonly hostname?: string | undefined
  readonly message?: string | undefined
}

/** System errors of connections, as Go calls them. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'network is unreachable',
  ETIMEDOUT: 'connection timed out',
}

const unknownAuthority = 'certificate signed by unknown authority'
const outOfTime = 'certificate has expired or is not yet valid'

/** Errors of certificates, as Go calls them. */
const certificateReasons: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  CERT_HAS_EXPIRED: outOfTime,
  CERT_NOT_YET_VALID: outOfTime,
}

/** The message of a failed connection, in the wording of Go's client. */
export function transportErrorText(error: unknown, destination: Destination): string {
  if ((error as Error).name === 'AbortError') return 'context canceled'
  const { code = '', message = String(error) } = error as SystemError
  if (Object.hasOwn(reasons, code)) return `${dialText(error as SystemError, destination)}: connect: ${reasons[code]}`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `dial tcp: lookup ${(error as SystemError).hostname ?? destination.hostname}: no such host`
  }
  if (code === 'ECONNRESET') return 'EOF'
  if (Object.hasOwn(certificateReasons, code)) {
    return `tls: failed to verify certificate: x509: ${certificateReasons[code]}`
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `tls: failed to verify certificate: x509: ${otherNameText(error, destination)}`
  }
  return message
}

function dialText({ address, port }: SystemError, destination: Destination): string {
  const host = address ?? destination.hostname
  return `dial tcp ${isIPv6(host) ? `[${host}]` : host}:${port ?? destination.port}`
}

/** Source: `HostnameError` of crypto/x509. */
function otherNameText(error: unknown, { hostname }: Destination): string {
  const { reason, cert } = error as { reason?: string; cert?: { subjectaltname?: string } }
  const { subjectaltname } = cert ?? {}
  if (subjectaltname === undefined && reason?.startsWith('certificate ') === true) return reason
  if (isIP(hostname) !== 0) return otherAddressText(subjectaltname ?? '', hostname)
  const names = (subjectaltname ?? '').split(', ').flatMap((each) => (each.startsWith('DNS:') ? [each.slice(4)] : []))
  if (names.length === 0) return `certificate is not valid for any names, but wanted to match ${hostname}`
  return `certificate is valid for ${names.join(', ')}, not ${hostname}`
}

function otherAddressText(subjectaltname: string, hostname: string): string {
  const prefix = 'IP Address:'
  const addresses = subjectaltname
    .split(', ')
    .flatMap((each) => (each.startsWith(prefix) ? [each.slice(prefix.length)] : []))
  if (addresses.length === 0)
    return `cannot validate certificate for ${hostname} because it doesn't contain any IP SANs`
  return `certificate is valid for ${addresses.join(', ')}, not ${hostname}`
}
